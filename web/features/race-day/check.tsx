import type { ReactNode } from 'react'
import * as texts from '../../texts/compiled/race-day.js'
import { Rich } from '../../ui/rich.tsx'

/**
 * The state of a check. `ok`: passed. `mend`: failed, and the user can fix it. `note`: for information. `wait`: not
 * known yet.
 */
export type CheckState = 'ok' | 'mend' | 'note' | 'wait'

type CheckProps = {
  state: CheckState
  title: string
  /** The state as one plain sentence. */
  children: ReactNode
  /** The button that fixes it. */
  action?: ReactNode
}

type Look = { frame: string; mark: ReactNode; heading: (values: { title: string }) => string }

const LOOK: Record<CheckState, Look> = {
  ok: { frame: 'bg-open-tint text-open', mark: <path d="M5 12.5l4.5 4.5L19 7.5" />, heading: texts.checkHolds },
  mend: { frame: 'bg-soon-tint text-soon', mark: <path d="M12 5.5v8M12 18v.5" />, heading: texts.checkToMend },
  note: { frame: 'bg-closed-tint text-closed', mark: <path d="M12 10.5v8M12 5.5v.5" />, heading: texts.checkToKnow },
  wait: {
    frame: 'bg-closed-tint text-closed',
    mark: <path d="M7 12h.1M12 12h.1M17 12h.1" />,
    heading: texts.checkLooking,
  },
}

/** One check of the list: a mark, the title, the state, and a button that fixes it. */
export function Check({ state, title, children, action }: CheckProps) {
  const { frame, mark, heading } = LOOK[state]
  return (
    <li
      // The height is the same before and after the state is known, so that nothing below moves.
      className={`flex gap-4 border-t border-line py-4 first:border-t-0 sm:min-h-28 ${state === 'wait' ? 'min-h-38' : ''}`}
    >
      <span className={`mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-full ${frame}`}>
        <svg
          viewBox="0 0 24 24"
          width="22"
          height="22"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {mark}
        </svg>
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap content-start items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="text-lg">
            <Rich
              text={heading({ title })}
              tags={{ state: (children) => <span className="sr-only">{children}</span> }}
            />
          </h3>
          <div className="text-ink-soft">{children}</div>
        </div>
        {action}
      </div>
    </li>
  )
}
