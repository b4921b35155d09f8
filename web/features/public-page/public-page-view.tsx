import { Suspense } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import type { PublicPage } from '../../../contract/marathon.ts'
import { MarathonActions } from '../../marathon/details/marathon-actions.tsx'
import { MarathonFacts } from '../../marathon/details/marathon-facts.tsx'
import { MarathonHead } from '../../marathon/details/marathon-head.tsx'
import { MarathonLayout } from '../../marathon/details/marathon-layout.tsx'
import { MarathonStart } from '../../marathon/details/marathon-start.tsx'
import { marathonUrl } from '../../marathon/share-marathon.ts'
import { SavedNote } from '../../status/saved-note.tsx'
import * as details from '../../texts/compiled/marathon-details.js'
import * as texts from '../../texts/compiled/public-page.js'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { PrintIcon } from '../../ui/icons/screen-icons.tsx'
import { optional } from '../../ui/optional.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { type RegistrationState, registrationState } from './registration-state.ts'
import type { ShownPage } from './use-page.ts'

// Most events have no results yet.
const ResultsPanel = optional(() => import('../../marathon/results/results-panel.tsx').then((m) => m.ResultsPanel))

/** A public page that is there. */
export function PublicPageView({ shown }: { shown: Extract<ShownPage, { state: 'here' }> }) {
  const { page, savedAt, problem, retry } = shown
  useDocumentTitle(texts.documentTitle({ title: page.title, product: PRODUCT }))
  const now = useNow()
  const state = registrationState(page, now)
  return (
    <MarathonLayout
      above={
        savedAt !== null && (
          // The height stays when the server answers, or does not.
          <div className="min-h-16">
            <SavedNote
              problem={problem ?? 'failed'}
              isShownElsewhere={problem === null}
              savedAt={savedAt}
              now={now}
              onRetry={retry}
            />
          </div>
        )
      }
      head={
        <MarathonHead marathon={page}>
          <Badge tone={state.tone}>{state.words}</Badge>
          {page.registration === 'ballot' && <Badge tone="ink">{details.ballot()}</Badge>}
        </MarathonHead>
      }
      between={
        page.results !== '' && (
          <Suspense fallback={<RowSkeletons count={5} />}>
            <ResultsPanel marathonId={page._id} />
          </Suspense>
        )
      }
      beside={<MarathonStart marathon={page} now={now} />}
      action={<RegisterWay page={page} state={state} />}
    >
      <MarathonFacts marathon={page} />
      <MarathonActions marathon={page}>
        <Button variant="secondary" onClick={() => print()}>
          <PrintIcon size={20} />
          {texts.print()}
        </Button>
      </MarathonActions>
      <p dir="ltr" className="hidden font-mono text-sm break-all print:block">
        {marathonUrl(page._id)}
      </p>
    </MarathonLayout>
  )
}

/** The way to the registration form, through the login; or why there is none now. */
function RegisterWay({ page: { _id: id }, state }: { page: PublicPage; state: RegistrationState }) {
  return (
    <>
      <div className="grid md:flex lg:grid">
        {state.isOpen ? (
          <ButtonLink to="/marathon/registration/$id" params={{ id }} size="lg">
            {details.registerNow()}
          </ButtonLink>
        ) : (
          <Button size="lg" disabled>
            {state.words}
          </Button>
        )}
      </div>
      {(state.isOpen || state.sentence !== state.words) && (
        <p className="text-center text-sm text-ink-soft max-lg:line-clamp-2 md:text-start">
          <bdi>{state.sentence}</bdi>
        </p>
      )}
    </>
  )
}
