import type { StaffValueField } from '../../../../contract/questions/questions.ts'
import type { AccountDb } from '../../account-db.ts'
import type { ApplicationView } from '../../overlay.ts'
import { enqueueInParts, type PartOptions } from './enqueue-in-parts.ts'

/** The entrants of whom a field of staff does not say this yet. */
export function otherwise(entrants: readonly ApplicationView[], field: StaffValueField, value: string) {
  return entrants.filter((entrant) => (entrant[field] ?? '') !== value)
}

/**
 * Queues that a field of staff says the same of many entrants, in parts. To go on after a failure, it is filled in again.
 * @returns the op ids
 * @throws PartlySaved if some are stored, StorageFailure if none is
 */
export function fillStaffField(
  db: AccountDb,
  entrants: readonly ApplicationView[],
  field: StaffValueField,
  value: string,
  options: PartOptions = {},
): Promise<string[]> {
  const steps = otherwise(entrants, field, value).map((entrant) => [
    {
      type: 'application.correct' as const,
      id: entrant._id,
      patch: { [field]: value },
      base: { [field]: entrant[field] ?? '' },
    },
  ])
  return enqueueInParts(db, steps, options)
}
