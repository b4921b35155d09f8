import { createFileRoute } from '@tanstack/react-router'
import { StartRoute } from '../features/race-day/start-route.tsx'

/**
 * This route has no login check. Without an account the screen explains that plainly. The login page would need a
 * network, which may be missing at a start line.
 */
export const Route = createFileRoute('/start')({
  validateSearch: ({ race }: Record<string, unknown>): { race?: string } => (typeof race === 'string' ? { race } : {}),
  component: StartRoute,
})
