import { createFileRoute } from '@tanstack/react-router'
import { CheckInScreen } from '../../../features/check-in/check-in-screen.tsx'
import { requireUser } from '../../../session/require-user.ts'

/** The check-in stands outside of the dashboard's frame: at a gate, the camera and the buttons need the space. */
export const Route = createFileRoute('/dashboard_/myMarathons/$id/checkIn')({
  beforeLoad: requireUser,
  remountDeps: ({ params }) => params,
  component: CheckInScreen,
})
