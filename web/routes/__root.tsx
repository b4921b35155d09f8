import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Failed } from '../layout/failed.tsx'
import { RootLayout } from '../layout/root-layout.tsx'

export const Route = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import('../layout/not-found.tsx'), 'NotFound'),
  errorComponent: Failed,
})
