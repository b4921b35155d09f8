import { useEffect, useRef, useState } from 'react'
import * as texts from '../../texts/compiled/asked.js'
import { Button } from '../../ui/button.tsx'

/** A row that was taken out of a list, and where it was. */
interface Removed<T> {
  row: T
  at: number
  label: string
  /** Does the server have it, and so perhaps answers? */
  isSaved: boolean
}

/** What was removed last of a list, until it is brought back or the editor is closed. */
export function useRemoved<T>(list: readonly T[], onList: (list: T[]) => void) {
  const [removed, setRemoved] = useState<Removed<T> | null>(null)
  const remove = (at: number, label: string, isSaved: boolean) => {
    const row = list[at]
    if (row === undefined) return
    onList(list.filter((_, index) => index !== at))
    setRemoved({ row, at, label, isSaved })
  }
  const undo = () => {
    if (removed) onList([...list.slice(0, removed.at), removed.row, ...list.slice(removed.at)])
    setRemoved(null)
  }
  return { remove, removed: removed && { label: removed.label, isSaved: removed.isSaved, undo } }
}

type RemovedNoteProps = { removed: { label: string; isSaved: boolean; undo: () => void } | null; isFull: boolean }

/** Says what was removed, and brings it back. @param isFull is there no room for it any more? */
export function RemovedNote({ removed, isFull }: RemovedNoteProps) {
  return (
    <div role="status" className="empty:absolute">
      {removed && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-md border-s-4 border-edge bg-sunken ps-4 pe-2 py-1">
          <span>{removed.isSaved ? texts.removedKept(removed) : texts.removed(removed)}</span>
          {!isFull && <Undo key={removed.label} onUndo={removed.undo} />}
        </div>
      )}
    </div>
  )
}

/** The button that was tapped is gone, and the focus with it. */
function Undo({ onUndo }: { onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} variant="quiet" onClick={onUndo}>
      {texts.undo()}
    </Button>
  )
}
