import { type ReactNode, useEffect, useState } from 'react'
import { Notice } from './notice.tsx'
import { SpinnerBlock } from './spinner.tsx'

/** How long an empty list may still be one that is coming (specification, section 9). */
const EMPTY_SPINNER_MS = 2000

/** An empty list: a spinner for the first two seconds, then the plain words. */
export function EmptyText({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), EMPTY_SPINNER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!waited) return <SpinnerBlock />
  return (
    <Notice kind="empty" title={title} action={action}>
      {children}
    </Notice>
  )
}
