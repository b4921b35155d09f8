import { useLocation } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { backCloses } from '../../ui/dialogs/back-closes.ts'

/**
 * Whether a menu is open. Another path, Escape, Back, or a tap outside closes it.
 * @param id of the menu. A button with `aria-controls` opens it, and has the focus after Escape
 */
export function useMenu(id: string): [isOpen: boolean, setOpen: Dispatch<SetStateAction<boolean>>] {
  const path = useLocation({ select: (location) => location.pathname })
  const [isOpen, setOpen] = useState(false)
  const [shownAt, setShownAt] = useState(path)
  if (shownAt !== path) {
    setShownAt(path)
    setOpen(false)
  }
  useEffect(() => {
    if (!isOpen) return
    const close = () => setOpen(false)
    const toggle = `[aria-controls=${id}]`
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      document.querySelector<HTMLElement>(toggle)?.focus()
    }
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest(`#${id}, ${toggle}`)) close()
    }
    const closed = backCloses(close)
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      closed()
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [isOpen, id])
  return [isOpen, setOpen]
}
