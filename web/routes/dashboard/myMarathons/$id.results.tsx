import { createFileRoute } from '@tanstack/react-router'
import { ResultsScreen } from '../../../features/results/results-screen.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/$id/results')({
  remountDeps: ({ params }) => params,
  component: ResultsScreen,
})
