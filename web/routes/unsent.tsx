import { createFileRoute } from '@tanstack/react-router'
import { UnsentScreen } from '../features/unsent/unsent-screen.tsx'
import { requireUser } from '../session/require-user.ts'

/** `edit`: the id of a rejected edit whose form opens at once. */
export const Route = createFileRoute('/unsent')({
  validateSearch: ({ edit }: Record<string, unknown>): { edit?: string } => (typeof edit === 'string' ? { edit } : {}),
  beforeLoad: requireUser,
  component: UnsentScreen,
})
