import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Lets rows of a list be dragged by a handle, with a mouse or a finger. A row changes its place while it is dragged, so the
 * list is always what it will be. The handle needs `touch-action: none`, or the page would scroll.
 * @param list its children have their id in `data-id`
 * @param onMove gets the places of a row
 */
export function useDrag(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const follow = useEffectEvent(({ clientY }: PointerEvent) => {
    const rows = [...(list.current?.children ?? [])]
    const at = rows.findIndex((row) => row.getAttribute('data-id') === dragged)
    // Other rows give way once the finger is past their middle. So rows of other heights do not swing to and fro.
    const middles = rows.map(middleOf)
    const above = middles.findIndex((middle, row) => row < at && clientY < middle)
    const to = above >= 0 ? above : middles.findLastIndex((middle, row) => row <= at || clientY > middle)
    if (at < 0 || to === at) return
    onMove(at, to)
    rows[at]?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    if (dragged === null) return
    // The row itself may be out of the page for a moment when it moves, and would lose the finger.
    const end = () => setDragged(null)
    addEventListener('pointermove', follow)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    return () => {
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
    }
  }, [dragged])
  const start = (id: string) => (event: ReactPointerEvent) => {
    if (event.button === 0) setDragged(id)
  }
  return { dragged, start }
}

function middleOf(row: Element): number {
  const { top, bottom } = row.getBoundingClientRect()
  return (top + bottom) / 2
}
