import { createFileRoute } from '@tanstack/react-router'
import { HelpersScreen } from '../../../features/helpers/helpers-screen.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/$id/helpers')({
  remountDeps: ({ params }) => params,
  component: HelpersScreen,
})
