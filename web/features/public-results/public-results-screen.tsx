import { getRouteApi } from '@tanstack/react-router'
import { type MissingResults, usePublicResults } from '../../marathon/results/public-results.ts'
import { portalMessage } from '../../status/portal-message.ts'
import { useAccountOrNull } from '../../store/account-context.tsx'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as common from '../../texts/compiled/common.js'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/public-results.js'
import { BackLink } from '../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { PublicResults } from './public-results.tsx'

const route = getRouteApi('/e/$id_/results')

/** The published results of a marathon, which everybody may read. */
export function PublicResultsScreen() {
  const { id } = route.useParams()
  const { shown, reach } = usePublicResults(id)
  const isSignedIn = useAccountOrNull() !== null
  useShownMarathon(id)
  const title = shown.state === 'here' ? shown.list.marathon.title : null
  useDocumentTitle(title === null ? texts.results() : texts.resultsOf({ title }))
  return (
    <div className="shell py-3 lg:py-6">
      <InnerHeader
        title={texts.results()}
        back={
          <BackLink to={isSignedIn ? '/marathons/$id' : '/e/$id'} params={{ id }}>
            {title === null ? (
              texts.toEvent()
            ) : (
              <bdi lang="" className="line-clamp-1 break-all">
                {title}
              </bdi>
            )}
          </BackLink>
        }
      />
      {shown.state === 'loading' ? (
        <RowSkeletons count={8} />
      ) : shown.state === 'here' ? (
        <PublicResults marathonId={id} shown={shown} reach={reach} />
      ) : (
        <NotHere id={id} shown={shown} />
      )}
    </div>
  )
}

/** Why there is no list, and a way on. */
function NotHere({ id, shown }: { id: string; shown: MissingResults }) {
  const isSignedIn = useAccountOrNull() !== null
  const toEvent = (
    <ButtonLink to={isSignedIn ? '/marathons/$id' : '/e/$id'} params={{ id }} variant="secondary">
      {texts.toEvent()}
    </ButtonLink>
  )
  if (shown.state === 'missing')
    return (
      <Notice kind="empty" title={texts.noResults()} action={toEvent}>
        {texts.noResultsText()}
      </Notice>
    )
  const text = {
    offline: marathonTexts.unavailableOffline,
    portal: portalMessage,
    failed: marathonTexts.unavailableFailedText,
  }[shown.state]
  return (
    <Notice
      kind={shown.state === 'offline' ? 'offline' : 'failed'}
      title={texts.notHere()}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={shown.retry}>{common.tryAgain()}</Button>
          {toEvent}
        </div>
      }
    >
      {text()}
    </Notice>
  )
}
