import type { ReactNode } from 'react'
import { TrackPattern } from './track-pattern.tsx'

type PageHeadProps = {
  title: string
  children?: ReactNode
  /** Beside the title on wide screens, below it on a phone: a select, a button. */
  aside?: ReactNode
}

/** The band a screen starts with: its `h1` over the lanes of a track. */
export function PageHeader({ title, children, aside }: PageHeadProps) {
  return (
    <header className="relative overflow-hidden border-b border-night-line bg-night text-chalk">
      <TrackPattern className="absolute inset-y-0 right-0 h-full w-1/4 text-night-line sm:w-2/5" />
      <div className="shell relative flex flex-wrap items-end justify-between gap-4 py-8 sm:py-12">
        <div className="max-w-2xl">
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          {children && <div className="mt-2 text-night-soft">{children}</div>}
        </div>
        {aside}
      </div>
    </header>
  )
}
