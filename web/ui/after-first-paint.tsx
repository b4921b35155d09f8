import { type ReactNode, useEffect, useState } from 'react'

const DELAY_MS = 4000

/** Returns true 4 seconds after the component was mounted. The first screen is painted by then. */
export function useAfterFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isPainted
}

/** Renders its children 4 seconds after it was mounted. What they load does not slow the first screen. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  return useAfterFirstPaint() ? children : null
}
