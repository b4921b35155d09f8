import { useBannerProblem } from '../status/banner-problem.ts'
import { portalMessage } from '../status/portal-message.ts'
import type { OneMarathon } from '../store/rows/one-marathon.ts'
import * as common from '../texts/compiled/common.js'
import * as texts from '../texts/compiled/marathon.js'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SpinnerBlock } from '../ui/spinner.tsx'

type Unavailable = Exclude<OneMarathon['state'], 'here' | 'loading'>

/** Shown instead of a marathon that cannot be shown. It tells the reason. */
export function MarathonUnavailable({ one }: { one: Exclude<OneMarathon, { state: 'here' }> }) {
  const bannerProblem = useBannerProblem()
  if (one.state === 'loading') return <SpinnerBlock />
  const back = (
    <ButtonLink to="/marathons" variant="secondary">
      {texts.backToMarathons()}
    </ButtonLink>
  )
  const again = (
    <div className="flex flex-wrap justify-center gap-3">
      <Button variant="secondary" onClick={one.retry}>
        {common.tryAgain()}
      </Button>
      {back}
    </div>
  )
  const { kind, title, text, isFinal } = reasonOf(one.state, bannerProblem)
  return (
    <Notice size="screen" kind={kind} title={title} action={isFinal ? back : again}>
      {text}
    </Notice>
  )
}

interface Reason {
  kind: 'empty' | 'offline' | 'failed'
  title: string
  text: string
  /** Another try would not help. */
  isFinal?: boolean
}

function reasonOf(state: Unavailable, bannerProblem: ReturnType<typeof useBannerProblem>): Reason {
  switch (state) {
    case 'deleted':
      return {
        kind: 'empty',
        title: texts.unavailableDeleted(),
        text: texts.unavailableDeletedText(),
        isFinal: true,
      }
    case 'missing':
      return {
        kind: 'empty',
        title: texts.unavailableMissing(),
        text: texts.unavailableMissingText(),
        isFinal: true,
      }
    case 'offline':
      return {
        kind: 'offline',
        title: texts.unavailableNotHere(),
        text: bannerProblem === 'offline' ? texts.unavailableNotNow() : texts.unavailableOffline(),
      }
    case 'portal':
      return {
        kind: 'failed',
        title: texts.unavailableNotHere(),
        text: bannerProblem === 'portal' ? texts.unavailableNotNow() : portalMessage(),
      }
    case 'failed':
      return {
        kind: 'failed',
        title: texts.unavailableFailed(),
        text: texts.unavailableFailedText(),
      }
  }
}
