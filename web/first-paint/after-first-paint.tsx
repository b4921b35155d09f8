import { type ReactNode, useEffect, useState } from 'react'

const CALM_AFTER_MS = 4000

/** True when the first screen has long been there. */
export function useAfterFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), CALM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isPainted
}

/** Shows its children when the first screen has long been there: what they load never competes with it. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  return useAfterFirstPaint() ? children : null
}
