import type { FieldErrors } from '../../contract/field-errors.ts'
import { Problem, type ProblemCode } from '../../contract/problem.ts'
import type { Outcome } from '../ops/decide-all.ts'

// What the object of a group commit says to the worker. The request travels as it is: its patches are parsed already.

/** An outcome as it travels back. `direct`: the object could not apply the ops, and the worker must. */
export type GroupOutcome =
  | Exclude<Outcome, { kind: 'refused' }>
  | {
      kind: 'refused'
      code: ProblemCode
      detail: string
      fields: FieldErrors | undefined
      retryAfterSeconds: number | undefined
    }
  | { kind: 'direct' }

/** Packs an outcome. An error of a class of ours does not travel as such. */
export function toGroupOutcome(outcome: Outcome | undefined): GroupOutcome {
  // A group that was halted has lost its guards eight times. Alone, each request has a better chance.
  if (!outcome || outcome.kind === 'halted') return { kind: 'direct' }
  if (outcome.kind === 'decided') return outcome
  const { code, message, fields, retryAfterSeconds } = outcome.problem
  return { kind: 'refused', code, detail: message, fields, retryAfterSeconds }
}

/** Unpacks an outcome; null if the ops must be applied directly. */
export function fromGroupOutcome(outcome: GroupOutcome): Outcome | null {
  if (outcome.kind === 'direct') return null
  if (outcome.kind !== 'refused') return outcome
  const { code, detail, fields, retryAfterSeconds } = outcome
  return { kind: 'refused', problem: new Problem(code, detail, { fields, retryAfterSeconds }) }
}
