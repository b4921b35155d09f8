import { createFileRoute } from '@tanstack/react-router'
import { StartRoute } from '../features/race-day/start-route.tsx'

/** Open to all: a phone without an account says so plainly, rather than asking for a network it may not have. */
export const Route = createFileRoute('/start')({
  validateSearch: ({ race }: Record<string, unknown>): { race?: string } => (typeof race === 'string' ? { race } : {}),
  component: StartRoute,
})
