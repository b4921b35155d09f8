import { createFileRoute } from '@tanstack/react-router'
import { WriteNoticesScreen } from '../../../features/organise/write-notices-screen.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/$id/notices')({
  remountDeps: ({ params }) => params,
  component: WriteNoticesScreen,
})
