import type { MouseEvent, PointerEvent, ReactNode } from 'react'
import type { Touch } from './touches.ts'

/** The time of a touch that is further from now than this, in ms, is of another clock: some browsers have one. */
const FAR_MS = 10_000

type TouchButtonProps = { className: string; onTouch: (touch: Touch) => void; children: ReactNode }

/** A button that acts when a touch begins, not when it ends. A key that is held counts once. */
export function TouchButton({ className, onTouch, children }: TouchButtonProps) {
  const touch = ({ timeStamp, clientX, clientY }: PointerEvent | MouseEvent) => {
    const now = performance.now()
    onTouch({ tick: Math.abs(now - timeStamp) < FAR_MS ? timeStamp : now, x: clientX, y: clientY })
  }
  return (
    <button
      type="button"
      onPointerDown={(event) => event.button === 0 && touch(event)}
      // The events of a mouse that follow a touch would keep the next touch waiting.
      onTouchEnd={(event) => event.preventDefault()}
      // A key has no pointer.
      onClick={(event) => event.detail === 0 && touch(event)}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      className={`touch-none select-none ${className}`}
    >
      {children}
    </button>
  )
}
