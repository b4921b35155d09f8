import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Failed } from '../shell/failed.tsx'
import { RootLayout } from '../shell/root-layout.tsx'

export const Route = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import('../shell/not-found.tsx'), 'NotFound'),
  errorComponent: Failed,
})
