import * as z from 'zod/mini'
import { type Marathon, marathonPatchSchema } from '../../contract/marathon.ts'
import type { Fields } from '../../contract/sync.ts'
import { DATE_FIELDS, toUpdatedInstant } from '../../contract/time/instants.ts'

/** Would an update with this patch leave the marathon unchanged? The result is false for an invalid patch. */
export function changesNothing(marathon: Marathon, patch: Fields): boolean {
  const parsed = z.safeParse(marathonPatchSchema, patch)
  if (!parsed.success) return false
  const current: Fields = marathon
  const edges = new Map<string, 'start' | 'end'>(DATE_FIELDS)
  return Object.entries(parsed.data).every(([field, value]) => {
    const edge = edges.get(field)
    if (edge === undefined || value === null || current[field] === null) return value === current[field]
    return toUpdatedInstant(String(value), String(current[field]), marathon.timeZone, edge) === current[field]
  })
}
