import type { ReactNode } from 'react'
import { SavedNote } from '../../shared/sync/saved-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CardSkeletons } from '../../ui/skeleton.tsx'
import { GRID } from './list-skeleton.tsx'

type ListStateProps = {
  list: {
    rows: readonly unknown[]
    status: 'loading' | 'ready'
    problem: null | 'offline' | 'failed'
    savedAt: number | null
    retry: () => void
  }
  now: number
  /** The text of an empty list that loaded without a problem. */
  empty: string
  skeletons: number
  /** True if the list above already shows why the network is missing. */
  isSaid?: boolean
  children: ReactNode
}

/** The grid of a public list. Without rows it shows the reason: loading, offline, failed or empty. */
export function ListState({ list, now, empty, skeletons, isSaid = false, children }: ListStateProps) {
  const { rows, status, problem, savedAt, retry } = list
  if (rows.length > 0) {
    return (
      <>
        {problem && (
          <div className="mb-5">
            <SavedNote problem={problem} isSaid={isSaid} savedAt={savedAt} now={now} onRetry={retry} />
          </div>
        )}
        <ul className={GRID}>{children}</ul>
      </>
    )
  }
  if (problem && isSaid) return <p className="text-ink-soft">No events are saved on this phone yet.</p>
  if (problem) {
    const offline = problem === 'offline'
    return (
      <Notice
        kind={problem}
        title={offline ? 'You are offline.' : 'The events could not be loaded.'}
        action={
          <Button variant="secondary" onClick={retry}>
            Try again
          </Button>
        }
      >
        {offline
          ? 'No events are saved on this phone yet. They will appear once it is connected.'
          : 'The server did not answer as it should. Your own saved events are not affected.'}
      </Notice>
    )
  }
  if (status === 'loading') {
    return (
      <div className={GRID}>
        <CardSkeletons count={skeletons} />
      </div>
    )
  }
  return <Notice kind="empty" title={empty} />
}
