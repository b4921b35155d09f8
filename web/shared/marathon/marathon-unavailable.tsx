import type { OneMarathon } from '../../data/one-marathon.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { useBannerProblem } from '../sync/banner-problem.ts'
import { PORTAL_MESSAGE } from '../sync/portal-message.ts'

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
  switch (one.state) {
    case 'deleted':
      return (
        <Notice size="screen" kind="empty" title="This event was deleted" action={back}>
          Its organiser took it off. What you wrote in an application stays in My Applications.
        </Notice>
      )
    case 'missing':
      return (
        <Notice size="screen" kind="empty" title="There is no such event" action={back}>
          It was deleted, or the link is not quite right.
        </Notice>
      )
    case 'offline':
      return (
        <Notice size="screen" kind="offline" title="This event is not on this phone" action={again}>
          {bannerProblem === 'offline' ? 'It cannot be fetched now.' : 'You are offline, so it cannot be fetched now.'}
        </Notice>
      )
    case 'portal':
      return (
        <Notice size="screen" kind="failed" title="This event is not on this phone" action={again}>
          {bannerProblem === 'portal' ? 'It cannot be fetched now.' : PORTAL_MESSAGE}
        </Notice>
      )
    case 'failed':
      return (
        <Notice size="screen" kind="failed" title="This event could not be loaded" action={again}>
          It is not on this phone, and the server did not answer as it should.
        </Notice>
      )
  }
}
