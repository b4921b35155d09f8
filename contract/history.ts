import * as z from 'zod/mini'
import { idSchema } from './text/text.ts'

/** Which page of a history: the rows before this one, and those of one entry alone. */
export const historyQuerySchema = z.object({
  /** The `_id` of the last row of the page before. */
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  entry: z.optional(idSchema),
})

/** One change in the history of a marathon: who did what, when, and to which fields. It never has a value. */
export const historyRowSchema = z.object({
  /** The later change has the greater one. */
  _id: z.int(),
  at: z.iso.datetime(),
  /** The type of the op. A phone may know fewer of them. */
  type: z.string(),
  /** The id of the marathon, application, notice or staff row that was changed. */
  target: idSchema,
  /** The fields that were changed, by their names in the API. */
  fields: z.array(z.string()),
  /** Who did it: staff, the runner whose entry it is, or an account that was deleted since. */
  who: z.enum(['staff', 'runner', 'deleted']),
  /** The name of staff; '' for others. */
  by: z.string(),
})
export type HistoryRow = z.infer<typeof historyRowSchema>

/** What one of the staff did last at a marathon. */
export const staffLastSchema = z.object({
  /** The id of the staff row. */
  _id: idSchema,
  /** The type of the op, and when it was decided; null for nothing that is still known. */
  last: z.nullable(z.object({ type: z.string(), at: z.iso.datetime() })),
})
export type StaffLast = z.infer<typeof staffLastSchema>
