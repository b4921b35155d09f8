import 'fake-indexeddb/auto'
import { locks } from 'node:worker_threads'

// The navigator of the test environment has no Web Locks, so the tests use those of Node.
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
