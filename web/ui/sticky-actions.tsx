import type { ReactNode } from 'react'

/**
 * The main actions of a screen. On a phone or a tablet they stay at the bottom edge, above the bar and the messages,
 * where the thumb reaches them. Where a screen is wide, or wide and low, they are part of the normal flow.
 */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <div className="no-print sticky inset-x-0 bottom-[calc(var(--bar-height)+var(--messages-height))] z-30 -mx-4 flex flex-col gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 md:flex-row md:items-center md:gap-4 md:*:first:shrink-0 roomy:static roomy:mx-0 roomy:border-0 roomy:bg-transparent roomy:p-0">
      {children}
    </div>
  )
}
