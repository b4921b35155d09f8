import { DELETIONS_TAG } from '../../store/background-sync.ts'

// The tasks need Dexie and the engine of sync. A page waits until the service worker is evaluated, so they are evaluated
// when the first of these events comes.
const tasks = () => import('./background-tasks.ts')

interface TaggedEvent extends ExtendableEvent {
  readonly tag: string
}

/** Syncs while no page is open. It runs the same pass as a page does, for the signed-in account. */
export function syncInBackground(self: ServiceWorkerGlobalScope) {
  // If the pass fails, the browser tries again later.
  onTagged(self, 'sync', (event) => {
    const [, uid] = /^sync:(.*)/s.exec(event.tag) ?? []
    if (event.tag === DELETIONS_TAG) event.waitUntil(tasks().then(({ finishDeletions }) => finishDeletions()))
    if (uid !== undefined) event.waitUntil(tasks().then(({ syncAccount }) => syncAccount(self, uid)))
  })
  // Refreshes the race packs from time to time, if the browser allows it (web/background/keep-ready.ts registers it).
  onTagged(self, 'periodicsync', (event) => {
    if (event.tag === 'race-packs') event.waitUntil(tasks().then(({ refreshPacks }) => refreshPacks(self)))
  })
}

/** Listens to events that TypeScript's library does not know. */
function onTagged(self: ServiceWorkerGlobalScope, type: 'sync' | 'periodicsync', act: (event: TaggedEvent) => void) {
  self.addEventListener(type, (event) => act(event as TaggedEvent))
}
