import type { ReactNode } from 'react'
import * as texts from '../../texts/compiled/marathon-details.js'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { StickyActions } from '../../ui/sticky-actions.tsx'

type MarathonLayoutProps = {
  /** Above all. */
  above?: ReactNode
  head: ReactNode
  /** Between the head and the rest. */
  between?: ReactNode
  /** The start: beside all on a wide screen. */
  beside: ReactNode
  /** The main action: by the thumb on a phone, below the start on a wide screen. */
  action: ReactNode
  /** Everything else. */
  children: ReactNode
  /** Classes of all but what is above and between. */
  className?: string
}

/** The frame of a screen that shows one marathon. On a wide screen the start stands beside the rest. */
export function MarathonLayout({
  above,
  head,
  between,
  beside,
  action,
  children,
  className = '',
}: MarathonLayoutProps) {
  const wide = useMedia('(min-width: 64rem)')
  return (
    <article className="shell grid grid-cols-[minmax(0,1fr)] gap-6 py-3 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-10 lg:py-6">
      <div className="no-print lg:col-span-2">{above}</div>
      <header className={className}>{head}</header>
      {between}
      <section
        aria-label={texts.startAndRegistration()}
        className={`grid content-start gap-6 lg:sticky lg:top-[calc(var(--nav-height)+1.5rem)] lg:col-start-2 lg:row-span-4 lg:row-start-2 lg:self-start lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-6 lg:shadow-lift ${className}`}
      >
        {beside}
        {wide && <div className="contents">{action}</div>}
      </section>
      <div className={`grid grid-cols-[minmax(0,1fr)] content-start gap-8 ${className}`}>{children}</div>
      {!wide && <StickyActions>{action}</StickyActions>}
    </article>
  )
}
