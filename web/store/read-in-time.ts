import { inTime } from './in-time.ts'
import { SAVE_TIMEOUT_MS, StorageFailure } from './outbox.ts'

const LATE = Symbol('late')

/**
 * Waits for a read, by default no longer than for a write. A read that fails is tried once more: the browser may have
 * lost the connection. @throws StorageFailure if the storage does not answer
 */
export async function readInTime<T>(read: () => PromiseLike<T>, ms = SAVE_TIMEOUT_MS): Promise<T> {
  const result = await inTime<T, typeof LATE>(Promise.resolve(read()).catch(read), ms, LATE)
  if (result === LATE) throw new StorageFailure('silent')
  return result
}
