import { createFileRoute } from '@tanstack/react-router'
import { ReadyRoute } from '../features/race-day/ready-route.tsx'
import { requireUser } from '../session/require-user.ts'

export const Route = createFileRoute('/ready')({
  beforeLoad: requireUser,
  validateSearch: ({ race }: Record<string, unknown>): { race?: string } => (typeof race === 'string' ? { race } : {}),
  component: ReadyRoute,
})
