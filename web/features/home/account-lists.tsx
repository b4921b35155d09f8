import { useBannerProblem } from '../../status/banner-problem.ts'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { Explore } from './explore.tsx'
import { Upcoming } from './upcoming.tsx'

// The lists of the home page for a signed-in user. The sync banner tells a captive portal, and the lists do not repeat it.
// That the phone is offline, the banner does not say here. A visitor does not load this.

const useToldProblem = () => (useBannerProblem() === 'portal' ? 'portal' : null)

/** The list of the newest marathons, for an account. */
export function AccountExplore() {
  return <Explore bannerProblem={useToldProblem()} staleNote={<StaleDataBanner />} />
}

/** The list of the upcoming marathons, for an account. */
export function AccountUpcoming() {
  return <Upcoming bannerProblem={useToldProblem()} />
}
