import 'fake-indexeddb/auto'
import { locks, threadId } from 'node:worker_threads'
import { afterAll, vi } from 'vitest'

// The files of a thread share one page. A spy that a file leaves behind would change what the next one sees.
afterAll(() => {
  vi.restoreAllMocks()
})

// The navigator of the test environment has no Web Locks, so the tests use those of Node.
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })

// Each thread has its own databases. A channel of Node reaches all threads, and would wake the live queries of others.
class OwnChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${threadId}:${name}`)
  }
}
if (!globalThis.BroadcastChannel.name.startsWith('Own')) globalThis.BroadcastChannel = OwnChannel
