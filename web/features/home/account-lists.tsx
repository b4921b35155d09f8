import { useBannerProblem } from '../../status/banner-problem.ts'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { Explore } from './explore.tsx'
import { Upcoming } from './upcoming.tsx'

// The lists of the home page for a signed-in user. Sync says what is wrong with the network, and the lists do not repeat
// it. A visitor does not load this.

/** The list of the newest marathons, for an account. */
export function AccountExplore() {
  return <Explore bannerProblem={useBannerProblem()} staleNote={<StaleDataBanner />} />
}

/** The list of the upcoming marathons, for an account. */
export function AccountUpcoming() {
  return <Upcoming bannerProblem={useBannerProblem()} />
}
