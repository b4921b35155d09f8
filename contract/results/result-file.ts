import * as z from 'zod/mini'
import { idSchema } from '../text/text.ts'
import { STATES } from './recording.ts'
import { recordingSchema, rulingSchema } from './recording-schema.ts'

const time = z.iso.datetime()
const ms = z.number()

/** What a list of results follows from: no contact data, and no names of people or accounts. */
const listRowsSchema = z.object({
  /** The points beside `start` and `finish`. */
  splits: z.array(z.string()),
  recordings: z.array(
    z.extend(z.omit(recordingSchema, { marathonId: true, by: true, ver: true }), {
      at: time,
      voidedAt: z.nullable(time),
    }),
  ),
  rulings: z.array(
    z.extend(z.omit(rulingSchema, { marathonId: true, by: true }), { at: time, time: z.nullable(time) }),
  ),
  /** The entries with a place. `bib` is as it is compared, '' for none; `isHere`: was it checked in? */
  entries: z.array(z.object({ id: idSchema, bib: z.string(), isHere: z.boolean() })),
})

/** A list of results (contract/results/results). */
const resultListSchema = z.object({
  rows: z.array(
    z.object({
      entry: idSchema,
      bib: z.string(),
      state: z.enum(['registered', 'started', 'finished', ...STATES]),
      time: z.nullable(ms),
      place: z.nullable(z.int()),
      splits: z.array(z.tuple([z.string(), ms])),
      reason: z.string(),
      recordings: z.array(idSchema),
    }),
  ),
  gun: z.nullable(ms),
  doubts: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      point: z.string(),
      time: ms,
      bibs: z.array(z.string()),
      recordings: z.array(idSchema),
      apart: z.optional(ms),
      rulings: z.optional(z.array(idSchema)),
    }),
  ),
  counts: z.object({ missed: z.int() }),
})

/** A list of results with all that it follows from, as the API returns it and a person keeps it. */
export const resultFileSchema = z.object({ rows: listRowsSchema, list: resultListSchema })
