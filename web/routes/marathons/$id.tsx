import { createFileRoute } from '@tanstack/react-router'
import { MarathonDetailsScreen } from '../../features/marathon-details/marathon-details-screen.tsx'
import { requireUser } from '../../session/require-user.ts'

export const Route = createFileRoute('/marathons/$id')({
  beforeLoad: requireUser,
  // Another marathon mounts the screen again, so that nothing of the last one remains on it.
  remountDeps: ({ params }) => params,
  component: MarathonDetailsScreen,
})
