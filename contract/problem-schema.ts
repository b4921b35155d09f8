import * as z from 'zod/mini'
import { fieldErrorsSchema } from './invalid.ts'
import { PROBLEM_CODES, type ProblemBody } from './problem.ts'

/** An `application/problem+json` body. */
export const problemSchema: z.ZodMiniType<ProblemBody> = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(PROBLEM_CODES),
  fields: z.optional(fieldErrorsSchema),
})
