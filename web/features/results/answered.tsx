import { useEffect, useRef } from 'react'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import type { LastAnswer } from './use-rule.ts'

type AnsweredProps = { last: LastAnswer; onUndo: () => void }

/**
 * Says that an answer is stored, and takes it back. It has the focus: what had it before is gone with its doubt. Each
 * answer is a component of its own, by its key.
 */
export function Answered({ last, onUndo }: AnsweredProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="sticky top-(--nav-height) z-20 flex items-center justify-between gap-3 rounded-md bg-open-tint px-4 py-1 font-semibold text-open"
    >
      <p>{last.isUndone ? texts.undone() : texts.decidedOne()}</p>
      {!last.isUndone && (
        <Button variant="quiet" onClick={onUndo}>
          {texts.undo()}
        </Button>
      )}
    </div>
  )
}
