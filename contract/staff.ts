import * as z from 'zod/mini'
import { INVITED_ROLES } from './roles.ts'

/**
 * A change of one row of staff. `role` is what the account becomes. `isOffered` offers the marathon to this organiser, or
 * takes the offer back; an offer ends every other one of the marathon.
 */
export const staffPatchSchema = z.strictObject({
  role: z.optional(z.enum(INVITED_ROLES)),
  isOffered: z.optional(z.boolean()),
})
export type StaffPatch = z.infer<typeof staffPatchSchema>

/** Ends a role: staff are removed, or leave. The op has no fields. */
export const staffDeleteSchema = z.strictObject({})

/** The organiser to whom a marathon is offered becomes its owner. The op has no fields. */
export const staffTakeOverSchema = z.strictObject({})
