import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../../auth/require-user.ts'
import { MarathonDetailsScreen } from '../../features/marathon-details/marathon-details-screen.tsx'

export const Route = createFileRoute('/marathons/$id')({
  beforeLoad: requireUser,
  // Another event is another screen: nothing of the last one may show for a moment.
  remountDeps: ({ params }) => params,
  component: MarathonDetailsScreen,
})
