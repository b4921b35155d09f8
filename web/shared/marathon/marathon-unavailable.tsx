import type { OneMarathon } from '../../data/one-marathon.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { useBannerProblem } from '../sync/banner-problem.ts'
import { PORTAL_MESSAGE } from '../sync/portal-message.ts'

type Unavailable = Exclude<OneMarathon['state'], 'here' | 'loading'>

/** Shown instead of a marathon that cannot be shown. It tells the reason. */
export function MarathonUnavailable({ one }: { one: Exclude<OneMarathon, { state: 'here' }> }) {
  const bannerProblem = useBannerProblem()
  if (one.state === 'loading') return <SpinnerBlock />
  const back = (
    <ButtonLink to="/marathons" variant="secondary">
      Back to Marathons
    </ButtonLink>
  )
  const again = (
    <div className="flex flex-wrap justify-center gap-3">
      <Button variant="secondary" onClick={one.retry}>
        Try again
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

const NOT_HERE = 'This event is not on this phone'
const NOT_NOW = 'It cannot be fetched now.'

function reasonOf(state: Unavailable, bannerProblem: ReturnType<typeof useBannerProblem>): Reason {
  switch (state) {
    case 'deleted':
      return {
        kind: 'empty',
        title: 'This event was deleted',
        text: 'Its organiser took it off. What you wrote in an application stays in My Applications.',
        isFinal: true,
      }
    case 'missing':
      return {
        kind: 'empty',
        title: 'There is no such event',
        text: 'It was deleted, or the link is not quite right.',
        isFinal: true,
      }
    case 'offline':
      return {
        kind: 'offline',
        title: NOT_HERE,
        text: bannerProblem === 'offline' ? NOT_NOW : 'You are offline, so it cannot be fetched now.',
      }
    case 'portal':
      return { kind: 'failed', title: NOT_HERE, text: bannerProblem === 'portal' ? NOT_NOW : PORTAL_MESSAGE }
    case 'failed':
      return {
        kind: 'failed',
        title: 'This event could not be loaded',
        text: 'It is not on this phone, and the server did not answer as it should.',
      }
  }
}
