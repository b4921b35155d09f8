import { getRouteApi } from '@tanstack/react-router'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/race-day.js'
import { BackLink } from '../../ui/back-link.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { ReadyScreen } from './ready-screen.tsx'

const route = getRouteApi('/ready')

/** The route of race day. */
export function ReadyRoute() {
  useDocumentTitle(texts.raceDay())
  const { race } = route.useSearch()
  return (
    <>
      <div className="shell pt-3 lg:pt-8">
        <InnerHeader title={texts.raceDay()} back={<BackLink to="/">{common.home()}</BackLink>} />
      </div>
      <ReadyScreen wanted={race} />
    </>
  )
}
