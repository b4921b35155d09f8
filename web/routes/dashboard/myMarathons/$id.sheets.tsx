import { createFileRoute } from '@tanstack/react-router'
import { SourcesScreen } from '../../../features/results/sources/sources-screen.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/$id/sheets')({
  remountDeps: ({ params }) => params,
  component: SourcesScreen,
})
