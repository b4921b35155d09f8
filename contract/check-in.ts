import * as z from 'zod/mini'
import { MAX_LENGTH } from './limits.ts'
import { idSchema, line } from './text/text.ts'

/** When something happened at the gate, by the phone's clock with its offset to the server's. */
const scanTime = z.iso.datetime()

/** A scan of an entry. The server adds who made it, from the account. */
export const checkInCreateSchema = z.strictObject({
  marathonId: idSchema,
  applicationId: idSchema,
  at: scanTime,
  /** The gate's name as the user typed it; '' for none. */
  gate: line(MAX_LENGTH.gate),
})

/** What takes a scan back: when that was. */
export const checkInVoidSchema = z.strictObject({ at: scanTime })

/** The organiser makes an unconfirmed check-in count. The op has no fields. */
export const checkInConfirmSchema = z.strictObject({})

export type CheckInFields = z.infer<typeof checkInCreateSchema>
export type CheckInVoid = z.infer<typeof checkInVoidSchema>

/**
 * A check-in as the API returns it: one scan of one application. Scans are never merged, so that an application
 * may have several.
 */
export const checkInSchema = z.object({
  _id: idSchema,
  marathonId: idSchema,
  applicationId: idSchema,
  /** When the application was scanned. */
  at: z.string(),
  gate: z.string(),
  /** The name of the account that scanned it. */
  by: z.string(),
  /** When the scan was taken back; null if it counts. */
  voidedAt: z.nullable(z.string()),
  /** False for a scan that only the organiser can make count. */
  confirmed: z.boolean(),
  ver: z.int(),
})
export type CheckIn = z.infer<typeof checkInSchema>
