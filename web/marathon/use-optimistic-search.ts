import { startTransition, useOptimistic } from 'react'

/**
 * The URL's search with the user's last change, before the router has applied it. Without this, a select or a checkbox
 * would jump back for a moment.
 * @param go navigates; resolves when the navigation is complete
 */
export function useOptimisticSearch<Search extends object>(search: Search, go: (next: Search) => Promise<void>) {
  const [wanted, setWanted] = useOptimistic(search)
  const change = (next: Search) =>
    startTransition(async () => {
      setWanted(next)
      await go(next)
    })
  return [wanted, change] as const
}
