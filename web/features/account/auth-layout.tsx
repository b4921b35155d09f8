import type { ReactNode } from 'react'
import { TrackPattern } from '../../ui/icons/track-pattern.tsx'

/** The layout of the login and the register screen: one card over the track pattern. */
export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="relative overflow-hidden sm:min-h-[calc(100dvh-var(--nav-height))]">
      <TrackPattern className="absolute inset-0 hidden size-full text-line sm:block" />
      <div className="shell relative py-8 sm:py-14">
        <div className="mx-auto max-w-md rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-8">
          <h1 className="mb-6 text-3xl">{title}</h1>
          {children}
        </div>
      </div>
    </div>
  )
}
