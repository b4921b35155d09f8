import { inTime } from './in-time.ts'
import { SAVE_TIMEOUT_MS, StorageFailure } from './outbox.ts'

const LATE = Symbol('late')

/** Waits for a read, but not longer than for a write. @throws StorageFailure if the storage does not answer */
export async function readInTime<T>(read: PromiseLike<T>): Promise<T> {
  const result = await inTime<T, typeof LATE>(read, SAVE_TIMEOUT_MS, LATE)
  if (result === LATE) throw new StorageFailure('silent')
  return result
}
