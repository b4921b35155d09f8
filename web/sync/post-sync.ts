import {
  BOOKMARK,
  NEXT_CURSOR,
  type PullFrom,
  parseSyncResponse,
  type SyncRequest,
  type SyncResponse,
} from '../../contract/sync.ts'
import { callApi, type Fetch, SYNC_PATH } from '../calls/call-api.ts'

// Not in call-api.ts: a visitor's home page calls the API, and needs no schema of sync.

/** Larger bodies are compressed, which saves time on a weak network. */
const GZIP_FROM_BYTES = 8192

/**
 * Sends one sync request.
 * @param signal cancels it: the account logs out, or the network has changed
 * @param onNext called with where the next page begins, as soon as the server names it
 * @param onHead called when the response begins to arrive: a large page on a slow line takes much longer to end
 * @throws Problem and NoResponse, as `callApi` does
 */
export async function postSync(
  fetchFn: Fetch | undefined,
  request: SyncRequest,
  signal?: AbortSignal,
  onNext?: (from: PullFrom) => void,
  onHead?: () => void,
): Promise<SyncResponse> {
  const text = JSON.stringify(request)
  const gzip = text.length > GZIP_FROM_BYTES && typeof CompressionStream === 'function'
  return callApi(SYNC_PATH, parseSyncResponse, {
    method: 'POST',
    headers: gzip ? { 'Content-Encoding': 'gzip' } : {},
    body: gzip ? await compressed(text) : text,
    signal,
    fetch: fetchFn,
    onHead: ({ headers }) => {
      onHead?.()
      const cursor = headers.get(NEXT_CURSOR)
      if (cursor) onNext?.({ cursor, bookmark: headers.get(BOOKMARK) ?? undefined })
    },
  })
}

async function compressed(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}
