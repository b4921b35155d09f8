import { useObservable } from 'dexie-react-hooks'
import { type Account, useAccountOrNull } from './account-context.tsx'
import { liveRead } from './live-read.ts'

type Read<T> = (account: Account | null) => Promise<T>

const VISITOR = {}
const queries = new WeakMap<object, Map<unknown, ReturnType<typeof share>>>()

/**
 * The result of a query, live; undefined until it is read. All components that ask for the same one share it: after a
 * change of the database it is read once, however many components show it.
 * @param read a function of a module, not one that a component makes
 */
export function useSharedQuery<T>(read: Read<T>): T | undefined {
  const account = useAccountOrNull()
  return useObservable(() => sharedQuery(account, read, () => read(account)), [account, read])
}

/**
 * A live query that all share who ask for the same one.
 * @param owner an account or its database; null for visitors
 * @param key the same for the same query: a function of a module
 * @param restMs as `liveRead` takes it
 */
export function sharedQuery<T>(
  owner: object | null,
  key: unknown,
  read: () => Promise<T>,
  restMs = 0,
): ReturnType<typeof share<T>> {
  const ofOwner = queries.get(owner ?? VISITOR) ?? new Map()
  queries.set(owner ?? VISITOR, ofOwner)
  const query = ofOwner.get(key) ?? share(read, restMs)
  ofOwner.set(key, query)
  return query
}

interface Subscriber<T> {
  next: (value: T) => void
  error: (error: unknown) => void
}

/** A live query with one subscription for all its subscribers. It ends when the last of them leaves. */
function share<T>(read: () => Promise<T>, restMs: number) {
  const subscribers = new Set<Subscriber<T>>()
  let latest: { value: T } | undefined
  let stop: (() => void) | undefined
  return {
    hasValue: () => latest !== undefined,
    getValue: () => latest?.value as T,
    subscribe(next: Subscriber<T>['next'], error: Subscriber<T>['error'] = () => undefined): () => void {
      const subscriber = { next, error }
      subscribers.add(subscriber)
      if (latest) next(latest.value)
      stop ??= liveRead(read, restMs).subscribe(
        (value) => {
          latest = { value }
          for (const one of [...subscribers]) one.next(value)
        },
        (problem) => {
          for (const one of [...subscribers]) one.error(problem)
        },
      )
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size > 0) return
        stop?.()
        stop = undefined
        latest = undefined
      }
    },
  }
}
