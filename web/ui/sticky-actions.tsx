import type { ReactNode } from 'react'

/**
 * The main actions of a screen. On a phone or a tablet they stay at the bottom edge, above the bar and the messages,
 * where the thumb reaches them, on a ground as wide as the page. Where a screen is wide, or wide and low, they are part
 * of the normal flow.
 */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <div className="no-print sticky inset-x-0 bottom-[calc(var(--bar-height)+var(--messages-height))] z-30 flex flex-col gap-2 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] [border-image:linear-gradient(var(--color-line)_1px,var(--color-surface)_1px)_fill_0/0/0_100vw] md:flex-row md:items-center md:gap-4 md:*:first:shrink-0 roomy:static roomy:p-0 roomy:[border-image:none]">
      {children}
    </div>
  )
}
