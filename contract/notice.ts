import * as z from 'zod/mini'
import { MAX_LENGTH } from './limits.ts'
import { idSchema, requiredText } from './text.ts'

/**
 * What a notice is about. `written`: the organiser's own words. The server makes all others: the start, the place or
 * the registration window changed, the event was cancelled or takes place again, an application came from the waiting
 * list to a place, the ballot was drawn.
 */
const NOTICE_KINDS = ['written', 'start', 'place', 'window', 'cancelled', 'restored', 'promoted', 'drawn'] as const

/** A notice that the organiser writes. */
export const noticeCreateSchema = z.strictObject({
  marathonId: idSchema,
  text: requiredText(MAX_LENGTH.notice),
  urgent: z.boolean('must be true or false'),
  /** When it was written, by the phone's clock with its offset to the server's. */
  at: z.iso.datetime('must be an ISO 8601 instant'),
})
export type NoticeFields = z.infer<typeof noticeCreateSchema>

/** The op has no fields. */
export const noticeDeleteSchema = z.strictObject({})

/**
 * A notice as the API returns it. It never changes. Everybody concerned gets it: the organiser, the helpers and the
 * accounts with an application. One with an `applicationId` is for the account of that application alone.
 */
export const noticeSchema = z.object({
  _id: idSchema,
  marathonId: idSchema,
  /** The application that the notice is about; null for a notice to everybody. */
  applicationId: z.nullable(idSchema),
  kind: z.enum(NOTICE_KINDS),
  text: z.string(),
  urgent: z.boolean(),
  /** When it was written. */
  at: z.string(),
  /** The name of the organiser who wrote it; '' for a notice of the server. */
  by: z.string(),
})
export type Notice = z.infer<typeof noticeSchema>
