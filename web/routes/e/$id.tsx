import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { openPage } from '../../features/public-page/open-page.ts'
import { PublicPageScreen } from '../../features/public-page/public-page-screen.tsx'
import { isSignedIn } from '../../session/require-user.ts'

const NotFound = lazy(() => import('../../shell/not-found.tsx').then((m) => ({ default: m.NotFound })))

export const Route = createFileRoute('/e/$id')({
  beforeLoad: async ({ params }) => {
    if (await isSignedIn()) throw redirect({ to: '/marathons/$id', params, replace: true })
  },
  loader: ({ params }) => openPage(params.id),
  remountDeps: ({ params }) => params,
  component: EventRoute,
})

function EventRoute() {
  return (
    <PublicPageScreen
      missing={
        <Suspense>
          <NotFound />
        </Suspense>
      }
    />
  )
}
