import { createFileRoute } from '@tanstack/react-router'
import { EntrantsScreen } from '../../../features/entrants/entrants-screen.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/$id/entrants')({
  remountDeps: ({ params }) => params,
  component: EntrantsScreen,
})
