import { useEffect, useRef, useState } from 'react'

/**
 * The URL's search as the user wants it: at once, while the router is still on its way there. Without it a select
 * or a checkbox would jump back for a moment.
 * @param go navigates; resolves when the router has arrived
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
