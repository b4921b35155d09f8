import type { ReactNode } from 'react'

/** The colours of a badge, by state. */
export type BadgeTone = 'open' | 'soon' | 'closed' | 'danger' | 'ink'

const TONES: Record<BadgeTone, string> = {
  open: 'bg-open-tint text-open',
  soon: 'bg-soon-tint text-soon',
  closed: 'bg-closed-tint text-closed',
  danger: 'bg-danger-tint text-danger',
  ink: 'bg-ink text-paper',
}

/** The mark beside the text, so that colour is not the only sign of a state. */
const MARKS: Record<BadgeTone, ReactNode> = {
  open: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  soon: <path d="M6 1.5a4.5 4.5 0 1 1 0 9V6z M6 1.5v9" fill="currentColor" stroke="currentColor" />,
  closed: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  danger: <path d="M6 1l5 9.5H1z" fill="currentColor" />,
  // `ink` marks a plain fact, which has no state.
  ink: null,
}

/** A state in a few words. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm font-semibold leading-tight ${TONES[tone]}`}
    >
      {MARKS[tone] && (
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true" className="shrink-0">
          {MARKS[tone]}
        </svg>
      )}
      <span>{children}</span>
    </span>
  )
}
