import { createFileRoute } from '@tanstack/react-router'
import { openLink } from '../session/link-token.ts'

export const Route = createFileRoute('/take/$token')({
  beforeLoad: ({ params }) => openLink('/take', params.token),
})
