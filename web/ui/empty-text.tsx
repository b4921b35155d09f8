import { type ReactNode, useEffect, useState } from 'react'
import { Notice } from './notice.tsx'
import { SpinnerBlock } from './spinner.tsx'

/** An empty list shows a spinner for this time, because its rows may still arrive (specification, section 9). */
const EMPTY_SPINNER_MS = 2000

/** The text of an empty list. For the first two seconds it is a spinner. */
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
