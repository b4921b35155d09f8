import * as z from 'zod/mini'
import { matches } from '../invalid.ts'
import { DISTANCES, MAX_LENGTH } from '../limits.ts'
import { idSchema, requiredText, text } from '../text/text.ts'
import { PUBLIC_STATES } from './public-list.ts'
import { ENTRY_STATES } from './recording.ts'

const ms = z.nullable(z.int())
const place = z.nullable(z.int())
/** Pairs: a point may have any name, so it is no key. */
const splits = z.array(z.tuple([z.string(), z.int()]))

const publicResultSchema = z.strictObject({
  bib: z.string(),
  name: z.string(),
  sex: z.string(),
  category: z.string(),
  state: z.enum(PUBLIC_STATES),
  time: ms,
  place,
  sexPlace: place,
  categoryPlace: place,
  gap: ms,
  splits,
})

const officialFactsSchema = z.strictObject({
  bib: z.string(),
  state: z.enum(ENTRY_STATES),
  time: ms,
  splits,
  sex: z.string(),
  category: z.string(),
})

/** A correction of an official row. `before` is null for a row that was not in the list. */
const correctionSchema = z.strictObject({
  _id: idSchema,
  at: z.string(),
  /** The name of who corrected it; '' once that account is deleted. */
  by: z.string(),
  reason: z.string(),
  before: z.nullable(officialFactsSchema),
  after: officialFactsSchema,
})

/** The list of results of a marathon as everybody reads it (contract/results/public-list). */
const publicListSchema = z.strictObject({
  /** What the list is of, so that a reader needs nothing else. */
  marathon: z.strictObject({
    title: z.string(),
    location: z.string(),
    startDate: z.string(),
    timeZone: z.string(),
    distance: z.enum(DISTANCES),
  }),
  /** Another one after each change. */
  stamp: z.string(),
  state: z.enum(['live', 'official']),
  /** When the list was made, or made official. */
  at: z.iso.datetime(),
  /** The gun of a live list, ms since the epoch; null without one, and of an official list. */
  gun: ms,
  rows: z.array(publicResultSchema),
  /** How many more rows there are than a list has. */
  left: z.int(),
  /** The newest first. */
  corrections: z.array(correctionSchema),
  /** How many older ones there are. */
  leftCorrections: z.int(),
})
export type PublicList = z.infer<typeof publicListSchema>

/** The answer to a reader who has the list already. */
const unchangedListSchema = z.strictObject({ unchanged: z.literal(true) })

export const listAnswerSchema = z.union([publicListSchema, unchangedListSchema])

/**
 * `toldSeq`: the commit of which a live room has told the reader (contract/live), so that the list has it. `stamp`: that of
 * the list which the reader has. */
export const publicListQuerySchema = z.object({
  toldSeq: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  stamp: z.optional(z.string().check(z.maxLength(MAX_LENGTH.url))),
})

/**
 * What makes a list official, or corrects an official one. `digest` is that of the list which the organiser saw
 * (`digestOf`). The reason is needed for a correction. */
export const officialPostSchema = z.strictObject({
  digest: z.string().check(matches(/^[0-9a-f]{64}$/, 'a SHA-256 in hex')),
  reason: z._default(text(MAX_LENGTH.reason), ''),
})
/** How many rows became official, or were corrected. */
export const officialSchema = z.object({ results: z.literal('official'), rows: z.int(), corrected: z.int() })

/** What a correction would change of the official list, for who organises. */
export const differencesSchema = z.strictObject({
  /** That of the list which follows from the rows now: a correction sends it. */
  digest: z.string(),
  changes: z.array(
    z.strictObject({ entry: idSchema, before: z.nullable(officialFactsSchema), after: officialFactsSchema }),
  ),
  /** How many more rows move to another place, or have another number of finishers. */
  moved: z.int(),
  /** What was corrected so far, the newest first. */
  corrections: z.array(correctionSchema),
})
export type Differences = z.infer<typeof differencesSchema>
/** Why official results are corrected, as an organiser writes it. */
export const correctionReasonSchema = z.strictObject({ reason: requiredText(MAX_LENGTH.reason) })

/** The own result of an account, of a marathon that may be gone. */
export const ownResultSchema = z.object({
  /** That of the entry. */
  _id: idSchema,
  marathonId: idSchema,
  title: z.string(),
  startDate: z.string(),
  timeZone: z.string(),
  distance: z.enum(DISTANCES),
  bib: z.string(),
  name: z.string(),
  /** Is the name left out of the published list? */
  hidesName: z.boolean(),
  sex: z.string(),
  category: z.string(),
  state: z.enum(ENTRY_STATES),
  time: ms,
  place,
  sexPlace: place,
  categoryPlace: place,
  /** How many finished. */
  finishers: z.int(),
  /** JSON of the points with the time from the gun to each in ms, as the list has them. */
  splits: z.string(),
  reason: z.string(),
  officialAt: z.string(),
  ver: z.int(),
})
export type OwnResult = z.infer<typeof ownResultSchema>
