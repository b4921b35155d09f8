import type { ReactNode } from 'react'
import { TrackPattern } from './icons/track-pattern.tsx'

type PageHeadProps = {
  title: string
  children?: ReactNode
  /** A select or a button, beside the title, which keeps its line. On a phone it is below the title. */
  aside?: ReactNode
}

/** The header of a screen: its `h1` over the track pattern. */
export function PageHeader({ title, children, aside }: PageHeadProps) {
  return (
    <header className="relative overflow-hidden border-b border-night-line bg-night text-chalk">
      {!aside && <TrackPattern className="absolute inset-y-0 end-0 hidden h-full w-2/5 text-night-line sm:block" />}
      <div className="shell relative flex flex-wrap items-end justify-between gap-4 py-8 sm:py-12 md:flex-nowrap">
        {/* Words lie on the night itself: the lanes end beside them. */}
        <div className="max-w-2xl bg-night md:shrink-0 shadow-[0_0_0.75rem_0.75rem_var(--color-night)]">
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          {children && <div className="mt-2 text-night-soft">{children}</div>}
        </div>
        {aside}
      </div>
    </header>
  )
}
