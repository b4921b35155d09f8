import { createFileRoute } from '@tanstack/react-router'
import { StaffScreen } from '../../../features/staff/staff-screen.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/$id/staff')({
  remountDeps: ({ params }) => params,
  component: StaffScreen,
})
