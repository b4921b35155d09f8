import { getRouteApi, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAuth } from '../../session/auth-context.tsx'
import { portalMessage } from '../../status/portal-message.ts'
import * as common from '../../texts/compiled/common.js'
import * as layout from '../../texts/compiled/layout.js'
import * as texts from '../../texts/compiled/marathon.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { LoadingPage } from './loading-page.tsx'
import { PublicPageView } from './public-page-view.tsx'
import { type ShownPage, usePage } from './use-page.ts'

const route = getRouteApi('/e/$id')

/**
 * The public page of a marathon, which everybody may read. Who is signed in is led to the details.
 * @param missing the 404 page
 */
export function PublicPageScreen({ missing }: { missing: ReactNode }) {
  const { id } = route.useParams()
  const { user } = useAuth()
  const shown = usePage(id, route.useLoaderData())
  // The session turned out to be there after the first render, or began in another tab.
  if (user?.email) return <Navigate to="/marathons/$id" params={{ id }} replace />
  switch (shown.state) {
    case 'here':
      return <PublicPageView shown={shown} />
    case 'loading':
      return (
        <>
          <span role="status" className="sr-only">
            {common.loading()}
          </span>
          <LoadingPage />
        </>
      )
    case 'missing':
      return missing
    default:
      return <NotHere shown={shown} />
  }
}

/** Why the page cannot be shown, and a way on. */
function NotHere({ shown }: { shown: Extract<ShownPage, { state: 'offline' | 'portal' | 'failed' }> }) {
  useDocumentTitle(texts.unavailableNotHere())
  const text = {
    offline: texts.unavailableOffline,
    portal: portalMessage,
    failed: texts.unavailableFailedText,
  }[shown.state]
  return (
    <div className="shell py-10">
      <Notice
        size="screen"
        kind={shown.state === 'offline' ? 'offline' : 'failed'}
        title={shown.state === 'failed' ? texts.unavailableFailed() : texts.unavailableNotHere()}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button onClick={shown.retry}>{common.tryAgain()}</Button>
            <ButtonLink to="/" variant="secondary">
              {layout.backToHome()}
            </ButtonLink>
          </div>
        }
      >
        {text()}
      </Notice>
    </div>
  )
}
