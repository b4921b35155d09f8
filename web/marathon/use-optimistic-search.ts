import { useEffect, useRef, useState } from 'react'

/**
 * The URL's search with the user's last change, before the router has applied it. Without this, a select or a checkbox
 * would jump back for a moment.
 * @param go navigates; resolves when the navigation is complete
 */
export function useOptimisticSearch<Search extends object>(search: Search, go: (next: Search) => Promise<void>) {
  const [wanted, setWanted] = useState(search)
  const onTheWay = useRef(0)
  useEffect(() => {
    if (onTheWay.current === 0) setWanted(search)
  }, [search])
  const change = (next: Search) => {
    setWanted(next)
    onTheWay.current += 1
    void go(next).finally(() => {
      onTheWay.current -= 1
    })
  }
  return [wanted, change] as const
}
