import { createFileRoute } from '@tanstack/react-router'
import { openInvitation } from '../features/invitation/open-invitation.ts'

export const Route = createFileRoute('/invitation/$token')({
  beforeLoad: openInvitation,
})
