import { createFileRoute } from '@tanstack/react-router'
import { openLink } from '../session/link-token.ts'

export const Route = createFileRoute('/invitation/$token')({
  beforeLoad: ({ params }) => openLink('/invitation', params.token),
})
