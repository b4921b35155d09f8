import { type ReactNode, useEffect, useState } from 'react'

const DELAY_MS = 4000

/** Renders its children 4 seconds after it was mounted. What they load does not slow the first screen. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isPainted ? children : null
}
