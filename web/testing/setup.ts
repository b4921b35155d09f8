import 'fake-indexeddb/auto'
import { locks } from 'node:worker_threads'

// The test environment has a navigator without Web Locks; Node's own are the real thing.
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
