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
    // Another row gives way once the finger is past its middle. So rows of other heights do not swing to and fro.
    const step = isPast(rows[at - 1], clientY, -1) ? -1 : isPast(rows[at + 1], clientY, 1) ? 1 : 0
    if (at < 0 || step === 0) return
    onMove(at, at + step)
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

function isPast(row: Element | undefined, y: number, direction: 1 | -1): boolean {
  if (!row) return false
  const { top, bottom } = row.getBoundingClientRect()
  return direction * (y - (top + bottom) / 2) > 0
}
