import { useLocation } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useState } from 'react'

/** Whether a menu is open. Every navigation to another path closes it. */
export function useMenu(): [isOpen: boolean, setOpen: Dispatch<SetStateAction<boolean>>] {
  const path = useLocation({ select: (location) => location.pathname })
  const [isOpen, setOpen] = useState(false)
  const [shownAt, setShownAt] = useState(path)
  if (shownAt !== path) {
    setShownAt(path)
    setOpen(false)
  }
  return [isOpen, setOpen]
}
