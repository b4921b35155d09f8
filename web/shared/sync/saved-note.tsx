import type { ReactNode } from 'react'
import type { LoadProblem } from '../../api/load-problem.ts'
import { Button } from '../../ui/button.tsx'
import { formatSaved } from '../../ui/format/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { PORTAL_MESSAGE } from './portal-message.ts'

const TITLES: Record<LoadProblem, string> = {
  offline: 'You are offline.',
  portal: PORTAL_MESSAGE,
  failed: 'Could not refresh.',
}

type SavedNoteProps = {
  problem: LoadProblem
  /**
   * True if another notice of this screen already tells the problem. This one then shows only the time.
   */
  isShownElsewhere?: boolean
  /** When this phone saved the content, ms; null if it is not known. */
  savedAt: number | null
  now: number
  onRetry: () => void
}

/**
 * Shown above stored content if the network or the server is missing: why the content may be old, and how old it is.
 */
export function SavedNote({ problem, isShownElsewhere = false, savedAt, now, onRetry }: SavedNoteProps): ReactNode {
  const saved = savedAt === null ? '' : `${formatSaved(savedAt, now)}.`
  if (isShownElsewhere) return saved && <p className="text-sm text-ink-soft">{saved}</p>
  return (
    <Notice
      kind={problem === 'offline' ? 'offline' : 'failed'}
      size="line"
      title={TITLES[problem]}
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
