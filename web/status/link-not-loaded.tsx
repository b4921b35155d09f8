import type { ReactNode } from 'react'
import type { LoadProblem } from '../calls/load-problem.ts'
import * as texts from '../texts/compiled/invitation.js'
import { Notice } from '../ui/notice.tsx'
import { useBannerProblem } from './banner-problem.ts'
import { portalMessage } from './portal-message.ts'

type LinkNotLoadedProps = {
  problem: LoadProblem
  /** That it could not be loaded, that the server failed, and that it needs the network. */
  words: { notLoaded: string; serverFailed: string; needsNetwork: string }
  action: ReactNode
}

/** Tells why it is not known what a link is for. */
export function LinkNotLoaded({ problem, words, action }: LinkNotLoadedProps) {
  const bannerProblem = useBannerProblem()
  const isFailed = problem === 'failed' || problem === bannerProblem
  const why = problem === 'offline' ? texts.offline : portalMessage
  return (
    <Notice
      kind={problem === 'offline' ? 'offline' : 'failed'}
      title={isFailed ? words.notLoaded : why()}
      action={action}
    >
      {problem === 'failed' ? words.serverFailed : words.needsNetwork}
    </Notice>
  )
}
