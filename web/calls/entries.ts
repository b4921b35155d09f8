import { type LinkedEntry, linkedEntrySchema } from '../../contract/rest.ts'
import { callApi } from './call-api.ts'

/** What a link to an entry is for. Visitors may ask too. @throws Problem and NoResponse, as `callApi` does */
export function fetchLinkedEntry(token: string, signal?: AbortSignal): Promise<LinkedEntry> {
  return callApi(`/api/entries/${encodeURIComponent(token)}`, (body) => linkedEntrySchema.parse(body), { signal })
}
