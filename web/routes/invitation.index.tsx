import { createFileRoute } from '@tanstack/react-router'
import { InvitationScreen } from '../features/invitation/invitation-screen.tsx'
import { requireUser } from '../session/require-user.ts'

export const Route = createFileRoute('/invitation/')({
  beforeLoad: requireUser,
  component: InvitationScreen,
})
