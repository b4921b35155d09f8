import * as z from 'zod/mini'
import { toUpdatedInstant } from '../../contract/dates.ts'
import { type Marathon, marathonPatchSchema } from '../../contract/marathon.ts'
import type { Fields } from '../../contract/sync.ts'

const EDGES: Partial<Record<string, 'start' | 'end'>> = { regStart: 'start', regEnd: 'end', startDate: 'start' }

/** Would an update with this patch leave the marathon unchanged? The result is false for an invalid patch. */
export function changesNothing(marathon: Marathon, patch: Fields): boolean {
  const parsed = z.safeParse(marathonPatchSchema, patch)
  if (!parsed.success) return false
  const current: Fields = marathon
  return Object.entries(parsed.data).every(([field, value]) => {
    const edge = EDGES[field]
    if (edge === undefined) return value === current[field]
    return toUpdatedInstant(String(value), String(current[field]), marathon.timeZone, edge) === current[field]
  })
}
