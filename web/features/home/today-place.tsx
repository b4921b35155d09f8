import type { ReactNode } from 'react'

/**
 * The place of the next race, above the hero, for who is signed in. It is as high before its content is read as after
 * it, so that nothing moves.
 */
export function TodayPlace({ children }: { children?: ReactNode }) {
  return (
    <div className="no-print shell py-3 sm:py-4">
      <div className="grid min-h-69 content-center rounded-lg border border-line border-s-flare border-s-4 bg-surface px-[min(1rem,4.2vw)] py-3 shadow-lift md:min-h-40 md:px-6">
        {children}
      </div>
    </div>
  )
}
