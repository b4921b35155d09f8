import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatSaved } from '../../ui/format/format.ts'
import { Notice } from '../../ui/notice.tsx'

type SavedNoteProps = {
  problem: 'offline' | 'failed'
  /**
   * True if another notice of this screen already says that the phone is offline. This one then shows only the time.
   */
  isSaid?: boolean
  /** When this phone saved the content, ms; null if it is not known. */
  savedAt: number | null
  now: number
  onRetry: () => void
}

/**
 * Shown above stored content if the network or the server is missing: why the content may be old, and how old it is.
 */
export function SavedNote({ problem, isSaid = false, savedAt, now, onRetry }: SavedNoteProps): ReactNode {
  const saved = savedAt === null ? '' : `${formatSaved(savedAt, now)}.`
  if (isSaid) return saved && <p className="text-sm text-ink-soft">{saved}</p>
  return (
    <Notice
      kind={problem}
      size="line"
      title={problem === 'offline' ? 'You are offline.' : 'Could not refresh.'}
      action={
        <Button variant="quiet" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {saved}
    </Notice>
  )
}
