import type { ReactNode } from 'react'
import type { LoadProblem } from '../calls/load-problem.ts'
import * as common from '../texts/compiled/common.js'
import * as texts from '../texts/compiled/sync.js'
import { Button } from '../ui/button.tsx'
import { formatSaved } from '../ui/format/format.ts'
import { Notice } from '../ui/notice.tsx'

const TITLES: Record<LoadProblem, () => string> = {
  offline: texts.offline,
  portal: texts.portal,
  failed: texts.notRefreshed,
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
  const saved = savedAt === null ? '' : texts.savedAt({ saved: formatSaved(savedAt, now) })
  if (isShownElsewhere) return saved && <p className="text-sm text-ink-soft">{saved}</p>
  return (
    <Notice
      kind={problem === 'offline' ? 'offline' : 'failed'}
      size="line"
      title={TITLES[problem]()}
      action={
        <Button variant="quiet" onClick={onRetry}>
          {common.tryAgain()}
        </Button>
      }
    >
      {saved}
    </Notice>
  )
}
