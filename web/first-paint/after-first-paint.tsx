import { type ReactNode, useEffect, useState } from 'react'

const CALM_AFTER_MS = 4000

/** True when the first screen has long been there. */
export function useCalm(): boolean {
  const [calm, setCalm] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), CALM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return calm
}

/** Shows its children when the first screen has long been there: what they load never competes with it. */
export function Calm({ children }: { children: ReactNode }) {
  return useCalm() ? children : null
}
