// Apart from contract/push.ts, so that the service worker does not load its schemas.

const OF_ONE_ENTRY = ['promoted', 'corrected', 'clash', 'withdrawn', 'movedUp', 'handedOn']

/** Is a notice of this kind about one entry, and for its account alone? */
export function isOfOneEntry(kind: string): boolean {
  return OF_ONE_ENTRY.includes(kind)
}

/**
 * What a push is about: a newer push of the same subject at a marathon replaces the older one. Null for a push that
 * replaces none: what an organiser wrote, and what is about one entry.
 */
export function pushSubject(kind: string): string | null {
  if (kind === 'written' || isOfOneEntry(kind)) return null
  // 'It takes place after all' ends 'It was cancelled'.
  return kind === 'restored' ? 'cancelled' : kind
}
