const KEPT_MS = 1000
/** Most characters and bytes that an isolate keeps, about. */
const MOST_KEPT = 8_000_000

type Kept = string | Uint8Array | null

// Public data is the same for everybody, so one isolate reads it from D1 about once a second.
const kept = new Map<string, { at: number; value: Kept }>()
let size = 0

/**
 * What `load` gave in the last second under this key, or what it gives now. Null, for what is not there, is kept too.
 * @param now ms since the epoch
 */
export async function keptASecond<T extends Kept>(key: string, now: number, load: () => Promise<T>): Promise<T> {
  const hit = kept.get(key)
  if (hit && now - hit.at >= 0 && now - hit.at < KEPT_MS) return hit.value as T
  const value = await load()
  size += (value?.length ?? 0) + key.length
  // Nearly all that fills the memory is older than a second.
  if (size > MOST_KEPT) {
    kept.clear()
    size = (value?.length ?? 0) + key.length
  }
  kept.set(key, { at: now, value })
  return value
}

/** For tests that change what was just read. */
export function forgetKept(): void {
  kept.clear()
  size = 0
}
