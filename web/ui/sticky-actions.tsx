import type { ReactNode } from 'react'

/**
 * The main actions of a screen. On a phone they stay at the bottom edge, above the bar and
 * the messages, where the thumb reaches them. From `md` on
 * they are part of the normal flow.
 */
export function StickyActions({ children }: { children: ReactNode }) {
  return (
    <div className="no-print sticky inset-x-0 bottom-[calc(var(--bar-height)+var(--messages-height))] z-30 -mx-4 flex flex-col gap-2 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static md:mx-0 md:flex-row md:items-center md:border-0 md:bg-transparent md:p-0">
      {children}
    </div>
  )
}
