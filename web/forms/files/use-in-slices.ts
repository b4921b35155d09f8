import { useEffect, useState } from 'react'
import { inSlices } from './in-slices.ts'

/**
 * Does work in pieces, so that the page answers meanwhile.
 * @param work null while there is none. Another function is other work
 * @returns undefined until it is done
 */
export function useInSlices<T>(work: (() => Generator<undefined, T>) | null): T | undefined {
  const [done, setDone] = useState<{ of: () => Generator<undefined, T>; result: T }>()
  useEffect(() => {
    if (work === null) return
    const stopping = new AbortController()
    void inSlices(work(), stopping.signal).then((result) => {
      if (result !== undefined) setDone({ of: work, result })
    })
    return () => stopping.abort()
  }, [work])
  return work !== null && done?.of === work ? done.result : undefined
}
