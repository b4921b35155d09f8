import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../../auth/require-user.ts'
import { MarathonDetailsScreen } from '../../features/marathon-details/marathon-details-screen.tsx'

export const Route = createFileRoute('/marathons/$id')({
  beforeLoad: requireUser,
  // Another marathon mounts the screen again, so that nothing of the last one remains on it.
  remountDeps: ({ params }) => params,
  component: MarathonDetailsScreen,
})
