/** Tells whether a write failed because the phone's quota is used up. */
export function isStorageFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; ) {
    if (cause.name === 'QuotaExceededError') return true
    // Dexie wraps the error of a transaction in `inner`, and those of the requests of a bulk write in `failures`.
    const { inner, failures } = cause as { inner?: unknown; failures?: unknown[] }
    if (failures?.some(isStorageFull)) return true
    cause = inner ?? cause.cause
  }
  return false
}
