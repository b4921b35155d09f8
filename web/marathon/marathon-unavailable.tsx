import { useBannerProblem } from '../status/banner-problem.ts'
import { portalMessage } from '../status/portal-message.ts'
import type { OneMarathon } from '../store/rows/one-marathon.ts'
import * as common from '../texts/compiled/common.js'
import * as texts from '../texts/compiled/marathon.js'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SpinnerBlock } from '../ui/spinner.tsx'
import { useListLeft } from './list-left.ts'

type Unavailable = Exclude<OneMarathon['state'], 'here' | 'loading'>

/** Shown instead of a marathon that cannot be shown. It tells the reason. */
export function MarathonUnavailable({ one }: { one: Exclude<OneMarathon, { state: 'here' }> }) {
  const bannerProblem = useBannerProblem()
  const listLeft = useListLeft()
  if (one.state === 'loading') return <SpinnerBlock />
  const back = (
    <ButtonLink to="/marathons" search={listLeft} variant="secondary">
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
  const [kind, title, text] = reasonOf(one.state, bannerProblem)
  return (
    // Another try finds no marathon that is not there.
    <Notice size="screen" kind={kind} title={title} action={kind === 'empty' ? back : again}>
      {text}
    </Notice>
  )
}

type Reason = [kind: 'empty' | 'offline' | 'failed', title: string, text: string]

function reasonOf(state: Unavailable, bannerProblem: ReturnType<typeof useBannerProblem>): Reason {
  switch (state) {
    case 'deleted':
      return ['empty', texts.unavailableDeleted(), texts.unavailableDeletedText()]
    case 'missing':
      return ['empty', texts.unavailableMissing(), texts.unavailableMissingText()]
    case 'failed':
      return ['failed', texts.unavailableFailed(), texts.unavailableFailedText()]
    case 'offline':
    case 'portal': {
      const why = state === 'offline' ? texts.unavailableOffline : portalMessage
      const text = bannerProblem === state ? texts.unavailableNotNow() : why()
      return [state === 'offline' ? 'offline' : 'failed', texts.unavailableNotHere(), text]
    }
  }
}
