import { createRootRoute } from '@tanstack/react-router'
import { Failed } from '../layout/failed.tsx'
import { NotFound } from '../layout/not-found.tsx'
import { RootLayout } from '../layout/root-layout.tsx'

export const Route = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFound,
  errorComponent: Failed,
})
