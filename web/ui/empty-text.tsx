import type { ReactNode } from 'react'
import { useLasted } from './hooks/use-lasted.ts'
import { Notice } from './notice.tsx'
import { SpinnerBlock } from './spinner.tsx'

/** An empty list shows a spinner for this time, because its rows may still arrive (specification, section 9). */
const EMPTY_SPINNER_MS = 2000

/** The text of an empty list. For the first two seconds it is a spinner. */
export function EmptyText({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  if (!useLasted(true, EMPTY_SPINNER_MS)) return <SpinnerBlock />
  return (
    <Notice kind="empty" title={title} action={action}>
      {children}
    </Notice>
  )
}
