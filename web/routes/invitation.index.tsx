import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../auth/require-user.ts'
import { InvitationScreen } from '../features/invitation/invitation-screen.tsx'

export const Route = createFileRoute('/invitation/')({
  beforeLoad: requireUser,
  component: InvitationScreen,
})
