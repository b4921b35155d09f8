import * as z from 'zod/mini'
import { MAX_LENGTH, MAX_SINCE_MS } from '../limits.ts'
import { idSchema, line, requiredLine, text } from '../text/text.ts'
import { HOWS, RECORDING_KINDS, RULING_KINDS, STATES } from './recording.ts'

/** When something happened at a point, by the phone's clock with its offset to the server's. */
const phoneTime = z.iso.datetime()
const bib = z.nullable(requiredLine(MAX_LENGTH.bib))

/** What somebody records at a point (contract/results/recording). The server adds who did, from the account. */
export const recordingCreateSchema = z
  .strictObject({
    marathonId: idSchema,
    kind: z.enum(RECORDING_KINDS),
    /** `start`, `finish`, or a split of the marathon. */
    point: requiredLine(MAX_LENGTH.gate),
    how: z.enum(HOWS),
    clock: idSchema,
    tick: z.int().check(z.minimum(0)),
    at: phoneTime,
    bib,
    /** How far `at` may be off in ms; null where nobody knows. Of a sample of a clock, half of the way there and back. */
    accuracy: z.nullable(z.int().check(z.minimum(0))),
    /** The crossing that a later bib is of. */
    of: z.nullable(idSchema),
  })
  .check(
    // In the funnel a time alone says nothing.
    z.refine(
      ({ kind, how, bib: given }) =>
        given !== null || (kind !== 'retired' && kind !== 'bib' && !(kind === 'crossing' && how === 'order')),
      {
        path: ['bib'],
        params: { code: 'REQUIRED' },
      },
    ),
    z.refine(({ kind, of }) => (of !== null) === (kind === 'bib'), { path: ['of'], params: { code: 'REQUIRED' } }),
  )
/** What takes a recording back: when that was. */
export const recordingVoidSchema = z.strictObject({ at: phoneTime })
/** The organiser makes an unconfirmed recording count. The op has no fields. */
export const recordingConfirmSchema = z.strictObject({})

/** What a person ruled about the list of results (`Ruling`). What a kind does not need is '' or null. */
export const rulingCreateSchema = z
  .strictObject({
    marathonId: idSchema,
    kind: z.enum(RULING_KINDS),
    recordingId: z.nullable(idSchema),
    /** The ruling that does not count any more. */
    rulingId: z.nullable(idSchema),
    /** '' says that nobody crossed. */
    bib: line(MAX_LENGTH.bib),
    point: line(MAX_LENGTH.gate),
    time: z.nullable(phoneTime),
    /** A time that a person set, in ms since the gun; null where `time` says a time of day, or nothing. */
    since: z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_SINCE_MS))),
    state: z.nullable(z.enum(STATES)),
    reason: text(MAX_LENGTH.reason),
    doubt: line(MAX_LENGTH.doubt),
    at: phoneTime,
  })
  .check(
    needed('recordingId', ({ kind, recordingId }) => recordingId !== null || !['bib', 'gun'].includes(kind)),
    needed('rulingId', ({ kind, rulingId }) => rulingId !== null || kind !== 'undo'),
    needed('bib', ({ kind, bib: given }) => given !== '' || !['time', 'state'].includes(kind)),
    needed('point', ({ kind, point }) => point !== '' || kind !== 'time'),
    needed('doubt', ({ kind, doubt }) => doubt !== '' || kind !== 'seen'),
    z.refine(({ kind, time, since }) => since === null || (kind === 'time' && time === null), {
      path: ['since'],
      params: { code: 'NOT_VALID', values: { expected: 'null beside another time' } },
    }),
  )

interface RulingPatch {
  kind: (typeof RULING_KINDS)[number]
  recordingId: string | null
  rulingId: string | null
  bib: string
  point: string
  doubt: string
}

function needed(path: keyof RulingPatch, has: (ruling: RulingPatch) => boolean) {
  return z.refine<RulingPatch>(has, { path: [path], params: { code: 'REQUIRED' } })
}

export type RecordingFields = z.infer<typeof recordingCreateSchema>
export type RecordingVoid = z.infer<typeof recordingVoidSchema>
export type RulingFields = z.infer<typeof rulingCreateSchema>

/** A recording as the API returns it. It never changes, but that it is taken back or confirmed. */
export const recordingSchema = z.object({
  _id: idSchema,
  marathonId: idSchema,
  kind: z.enum(RECORDING_KINDS),
  point: z.string(),
  how: z.enum(HOWS),
  clock: z.string(),
  tick: z.int(),
  at: z.string(),
  bib: z.nullable(z.string()),
  accuracy: z.nullable(z.int()),
  of: z.nullable(idSchema),
  /** The name of the account that recorded it. */
  by: z.string(),
  /** When it was taken back; null if it counts. */
  voidedAt: z.nullable(z.string()),
  /** False for one that only the organiser can make count. */
  confirmed: z.boolean(),
  ver: z.int(),
})
export type SyncRecording = z.infer<typeof recordingSchema>

/** A ruling as the API returns it. It never changes. */
export const rulingSchema = z.object({
  _id: idSchema,
  marathonId: idSchema,
  kind: z.enum(RULING_KINDS),
  recordingId: z.nullable(idSchema),
  rulingId: z.nullable(idSchema),
  bib: z.string(),
  point: z.string(),
  time: z.nullable(z.string()),
  since: z.nullable(z.int()),
  state: z.nullable(z.enum(STATES)),
  reason: z.string(),
  doubt: z.string(),
  at: z.string(),
  /** The name of who ruled. */
  by: z.string(),
})
export type SyncRuling = z.infer<typeof rulingSchema>
