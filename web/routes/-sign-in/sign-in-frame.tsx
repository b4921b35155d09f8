import type { ReactNode } from 'react'
import { LaneLines } from '../../components/lane-lines.tsx'

/** The two sign-in screens: one card on the bend of the track. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="relative overflow-hidden">
      <LaneLines className="absolute top-0 right-0 h-72 w-full text-line" />
      <div className="shell relative py-8 sm:py-14">
        <div className="mx-auto max-w-md rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-8">
          <h1 className="mb-6 text-3xl">{title}</h1>
          {children}
        </div>
      </div>
    </div>
  )
}

/** What went wrong with the whole form, said as soon as it appears. */
export function FormError({ children }: { children: string }) {
  return (
    <p
      role="alert"
      className="rounded-md border-l-4 border-danger bg-danger-tint px-4 py-3 font-semibold text-danger empty:hidden"
    >
      {children}
    </p>
  )
}
