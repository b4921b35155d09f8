import type { ReactNode } from 'react'

/**
 * The search of a list, with its chips. It stays below the navigation bar while the list scrolls. Where a keyboard has
 * taken half of the screen, the search goes to the top as soon as somebody types there, so that results are seen.
 */
export function StickySearch({ children }: { children: ReactNode }) {
  return (
    <search
      onFocus={({ currentTarget, target }) => {
        const isTyped = target instanceof HTMLInputElement && target.type === 'search'
        if (!isTyped || !matchMedia('(width < 64rem)').matches) return
        // What the browser itself scrolls to see the field comes first.
        requestAnimationFrame(() => currentTarget.scrollIntoView({ block: 'start' }))
      }}
      className="sticky top-(--nav-height) z-20 -mx-4 mb-3 grid grid-cols-[minmax(0,1fr)] gap-1 -scroll-mt-4 border-b border-line bg-paper px-4 py-2 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 print:hidden"
    >
      {children}
    </search>
  )
}
