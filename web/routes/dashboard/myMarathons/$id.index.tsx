import { createFileRoute } from '@tanstack/react-router'
import { OverviewScreen } from '../../../features/organise/overview/overview-screen.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/$id/')({
  remountDeps: ({ params }) => params,
  component: OverviewScreen,
})
