import type { ReactNode } from 'react'
import type { LoadProblem } from '../../calls/load-problem.ts'
import { portalMessage } from '../../status/portal-message.ts'
import { SavedNote } from '../../status/saved-note.tsx'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/home.js'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CARD_GRID, CardSkeletons } from '../../ui/skeleton.tsx'

const TITLES: Record<LoadProblem, () => string> = {
  offline: texts.offline,
  portal: portalMessage,
  failed: texts.loadFailedTitle,
}

type ListStateProps = {
  list: {
    rows: readonly unknown[]
    status: 'loading' | 'ready'
    problem: LoadProblem | null
    savedAt: number | null
    retry: () => void
  }
  now: number
  /** The text of an empty list that loaded without a problem. */
  empty: string
  skeletons: number
  /** True if another notice of the page already says why the network is missing. */
  isShownElsewhere?: boolean
  children: ReactNode
}

/**
 * The grid of a public list. Without rows it shows the reason: loading, offline, failed or empty. At a start line nobody
 * could otherwise tell "no marathons" from "no network".
 */
export function ListState({ list, now, empty, skeletons, isShownElsewhere = false, children }: ListStateProps) {
  const { rows, status, problem, savedAt, retry } = list
  if (rows.length > 0) {
    return (
      <>
        {problem && (
          <div className="mb-5">
            <SavedNote
              problem={problem}
              isShownElsewhere={isShownElsewhere}
              savedAt={savedAt}
              now={now}
              onRetry={retry}
            />
          </div>
        )}
        <ul className={CARD_GRID}>{children}</ul>
      </>
    )
  }
  if (problem && isShownElsewhere) return <p className="text-ink-soft">{texts.noneSaved()}</p>
  if (problem) {
    return (
      <Notice
        kind={problem === 'offline' ? 'offline' : 'failed'}
        title={TITLES[problem]()}
        action={
          <Button variant="secondary" onClick={retry}>
            {common.tryAgain()}
          </Button>
        }
      >
        {problem === 'failed' ? texts.loadFailedText() : texts.appearOnceConnected()}
      </Notice>
    )
  }
  if (status === 'loading') {
    return (
      <div className={CARD_GRID}>
        <CardSkeletons count={skeletons} />
      </div>
    )
  }
  return <Notice kind="empty" title={empty} />
}
