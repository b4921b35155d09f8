// Apart from contract/push.ts, so that the service worker does not load its schemas.

/**
 * What a push is about: a newer push of the same subject at a marathon replaces the older one. Null for a push that
 * replaces none: what an organiser wrote, and a place from the waiting list.
 */
export function pushSubject(kind: string): string | null {
  if (kind === 'written' || kind === 'promoted') return null
  // 'It takes place after all' ends 'It was cancelled'.
  return kind === 'restored' ? 'cancelled' : kind
}
