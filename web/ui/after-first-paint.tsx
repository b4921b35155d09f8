import type { ReactNode } from 'react'
import { useLasted } from './hooks/use-lasted.ts'

const DELAY_MS = 4000

/** Renders its children 4 seconds after it was mounted. What they load does not slow the first screen. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  return useLasted(true, DELAY_MS) ? children : null
}
