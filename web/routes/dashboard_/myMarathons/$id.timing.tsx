import { createFileRoute } from '@tanstack/react-router'
import { TimingScreen } from '../../../features/timing/timing-screen.tsx'
import { requireUser } from '../../../session/require-user.ts'

/** The timing stands outside of the dashboard's frame, as the check-in does: the button needs the space. */
export const Route = createFileRoute('/dashboard_/myMarathons/$id/timing')({
  beforeLoad: requireUser,
  remountDeps: ({ params }) => params,
  component: TimingScreen,
})
