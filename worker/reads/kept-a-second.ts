import { expected } from '../../contract/errors.ts'

const KEPT_MS = 1000
/** Nobody waits longer for what another request reads: that request may have been ended. */
const WAIT_MS = 5000
/** Most characters and bytes that an isolate keeps, about. */
const MOST_KEPT = 8_000_000

type Value = string | Uint8Array | null

interface Kept {
  at: number
  until: number
  loading: Promise<Value>
  /** What was loaded; undefined until then. */
  value?: Value
}

// Public data is the same for everybody, so one isolate reads it from D1 about once a second.
const kept = new Map<string, Kept>()
let size = 0

/**
 * What `load` gave in the last second under this key, or what it gives now. Null, for what is not there, is kept too. Who
 * asks while it is loaded waits for the same read. Where that fails, or takes long, each reads for itself.
 * @param now ms since the epoch
 */
export async function keptASecond<T extends Value>(key: string, now: number, load: () => Promise<T>): Promise<T> {
  const hit = kept.get(key)
  if (hit && now >= hit.at && now < hit.until) {
    const value = hit.value !== undefined ? hit.value : await loaded(hit)
    if (value !== undefined) return value as T
  }
  const began = Date.now()
  const next: Kept = { at: now, until: now + WAIT_MS, loading: load() }
  kept.set(key, next)
  try {
    const value = await next.loading
    next.value = value
    next.until = now + (Date.now() - began) + KEPT_MS
    size += (value?.length ?? 0) + key.length
    // Nearly all that fills the memory is older than a second.
    if (size > MOST_KEPT) {
      kept.clear()
      kept.set(key, next)
      size = (value?.length ?? 0) + key.length
    }
    return value as T
  } catch (error) {
    if (kept.get(key) === next) kept.delete(key)
    throw error
  }
}

/** What another request loads; undefined where that fails or takes long. */
async function loaded({ loading }: Kept): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS, undefined)
  })
  return Promise.race([loading.catch(() => expected('told', undefined)), late]).finally(() => clearTimeout(timer))
}

/** For tests that change what was just read. */
export function forgetKept(): void {
  kept.clear()
  size = 0
}
