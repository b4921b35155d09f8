import { createFileRoute } from '@tanstack/react-router'
import { PublicResultsScreen } from '../../features/public-results/public-results-screen.tsx'

export const Route = createFileRoute('/e/$id_/results')({
  remountDeps: ({ params }) => params,
  component: PublicResultsScreen,
})
