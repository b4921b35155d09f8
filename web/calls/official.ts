import { type Differences, differencesSchema, officialSchema } from '../../contract/results/public-list-schema.ts'
import { callApi } from './call-api.ts'

// Official results are made by calls: each needs the network. Both throw Problem and NoResponse, as `callApi` does.

const pathOf = (marathonId: string) => `/api/marathons/${encodeURIComponent(marathonId)}`

/**
 * Makes the results official, or corrects official ones. A repeated call changes nothing.
 * @param digest that of the list which the organiser saw
 * @param reason of a correction; '' makes the results official
 * @returns how many results changed, and how many of them were corrected
 */
export function signResults(
  marathonId: string,
  digest: string,
  reason = '',
): Promise<{ rows: number; corrected: number }> {
  return callApi(`${pathOf(marathonId)}/results`, (body) => officialSchema.parse(body), {
    method: 'POST',
    body: JSON.stringify({ digest, reason }),
  })
}

/** What a correction would change now, and what was corrected so far. */
export function fetchDifferences(marathonId: string, signal?: AbortSignal): Promise<Differences> {
  return callApi(`${pathOf(marathonId)}/differences`, (body) => differencesSchema.parse(body), { signal })
}
