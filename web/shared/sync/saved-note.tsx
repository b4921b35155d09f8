import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatSaved } from '../../ui/format/format.ts'
import { Notice } from '../../ui/notice.tsx'

type SavedNoteProps = {
  problem: 'offline' | 'failed'
  /** Another notice of this screen says already that the phone is offline: this one says only how old it is. */
  isSaid?: boolean
  /** When what is shown was last heard from the server. */
  savedAt: number | null
  now: number
  onRetry: () => void
}

/** Above content that is there although the network is not: why it may be old, and how old. */
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
