import * as z from 'zod/mini'
import { ASKED } from './fields.ts'
import { MAX_LENGTH, MOST_FIELDS } from './limits.ts'
import { isAnswer } from './questions/questions.ts'
import { idSchema, requiredText } from './text/text.ts'

/**
 * What a notice is about. `written`: the organiser's own words. The server makes all others: the start, the place or
 * the registration window changed, who has an entry is asked something new, the event was cancelled or takes place
 * again, an application came from the waiting list to a place, the ballot was drawn, the results became official or
 * were corrected, the event was deleted. About one entry: staff corrected it, an edit of it clashes with another one
 * (`clash`), staff withdrew it, it came to the head of the waiting list, somebody took it over.
 */
export const NOTICE_KINDS = [
  'written',
  'start',
  'place',
  'window',
  'asked',
  'cancelled',
  'restored',
  'promoted',
  'drawn',
  'official',
  'resultsCorrected',
  'deleted',
  'corrected',
  'clash',
  'withdrawn',
  'movedUp',
  'handedOn',
] as const

/** A notice that the organiser writes. */
export const noticeCreateSchema = z.strictObject({
  marathonId: idSchema,
  text: requiredText(MAX_LENGTH.notice),
  urgent: z.boolean(),
  /** Is it sent by mail too? Missing: no. */
  mail: z.optional(z.boolean()),
  /** When it was written, by the phone's clock with its offset to the server's. */
  at: z.iso.datetime(),
})
export type NoticeFields = z.infer<typeof noticeCreateSchema>

/** An instant as the server stores it. */
const instant = z.iso.datetime()
const place = z.string().check(z.maxLength(MAX_LENGTH.location))
const title = z.string().check(z.maxLength(MAX_LENGTH.title))
/** First and last name, and a value of an entry's field. Their lengths are checked where somebody types them. */
const person = z.string()
const value = z.string()
const timeZone = z.string().check(z.maxLength(MAX_LENGTH.timeZone))
/** A field that staff may correct. */
const field = z.string().check(z.refine((name) => ASKED.some((one) => one === name) || isAnswer(name)))

const noticePartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled'), reason: z.string().check(z.maxLength(MAX_LENGTH.reason)) }),
  z.object({ kind: z.literal('restored') }),
  // The title, because the event is gone.
  z.object({ kind: z.literal('deleted'), title }),
  z.object({ kind: z.literal('start'), from: instant, to: instant, timeZone }),
  z.object({ kind: z.literal('place'), from: place, to: place }),
  z.object({ kind: z.literal('window'), from: instant, to: instant, timeZone }),
  z.object({ kind: z.literal('asked') }),
  z.object({ kind: z.literal('corrected'), field, from: value, to: value }),
  // `wanted` is what staff wanted to write; it is missing where staff are told of the runner's edit.
  z.object({ kind: z.literal('clash'), field, wanted: z.optional(value) }),
  // The title and the name, because the entry is gone.
  z.object({ kind: z.literal('withdrawn'), title, person, reason: z.string().check(z.maxLength(MAX_LENGTH.reason)) }),
  z.object({ kind: z.literal('handedOn'), title, person }),
])

/**
 * What a notice of the server says, part by part, so that a phone can say it in its own language. `from` and `to` of the
 * start and the place are before and after the change; those of the window are its two ends.
 */
export const noticePartsSchema = z.array(noticePartSchema).check(z.minLength(1), z.maxLength(MOST_FIELDS))
export type NoticePart = z.infer<typeof noticePartSchema>

/** The op has no fields. */
export const noticeDeleteSchema = z.strictObject({})

/**
 * A notice as the API returns it. It never changes, but that `by` is emptied. Everybody concerned gets it: the
 * organiser, the helpers and the accounts with an application. One with an `applicationId` is for the account of that
 * application alone.
 */
export const noticeSchema = z.object({
  _id: idSchema,
  marathonId: idSchema,
  /** The application that the notice is about; null for a notice to everybody. */
  applicationId: z.nullable(idSchema),
  kind: z.enum(NOTICE_KINDS),
  /** What it says. Of a notice of the server it is in English. */
  text: z.string(),
  /** What the text says, in values. Not there where the kind says all. */
  parts: z.optional(noticePartsSchema),
  urgent: z.boolean(),
  /** When it was written. */
  at: z.string(),
  /** The name of who wrote it; '' for a notice of the server, and of an account that was deleted. */
  by: z.string(),
})
export type Notice = z.infer<typeof noticeSchema>
