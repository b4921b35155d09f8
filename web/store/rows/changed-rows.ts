import Dexie, { type IndexableType, type IntervalTree, type ObservabilitySet } from 'dexie'

/**
 * The keys that a write changed in a table, or in one of its indexes; null where Dexie does not tell them one by one.
 * It does not where 50 rows or more are put at once.
 */
export type KeysOf = (table: string, index?: string) => IndexableType[] | null

/**
 * Tells the rows of each write to a database, as soon as it is on the disk: also a write of another tab or of the
 * service worker. A live query is told only that it must read again.
 * @returns a function that stops listening
 */
export function followWrites(db: Pick<Dexie, 'name'>, listener: (keysOf: KeysOf) => void): () => void {
  const onMutated = (parts: ObservabilitySet) => {
    // `all`: the page was frozen, and nobody knows what it missed.
    if (!parts.all && !Object.keys(parts).some((part) => part.startsWith(`idb://${db.name}/`))) return
    listener((table, index = '') => (parts.all ? null : keysIn(parts[`idb://${db.name}/${table}/${index}`])))
  }
  Dexie.on.storagemutated.subscribe(onMutated)
  return () => Dexie.on.storagemutated.unsubscribe(onMutated)
}

/** The keys of a set of ranges; null if one of them is more than a single key. */
function keysIn(tree: IntervalTree | null | undefined): IndexableType[] | null {
  if (!tree || !('from' in tree)) return []
  const [left, right] = [keysIn(tree.l), keysIn(tree.r)]
  return left && right && tree.from === tree.to ? [...left, tree.from, ...right] : null
}
