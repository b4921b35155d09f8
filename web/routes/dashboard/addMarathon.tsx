import { createFileRoute } from '@tanstack/react-router'
import { AddMarathonScreen } from '../../features/organise/add-marathon-screen.tsx'

/** `copy` is the id of the marathon that is duplicated. */
export const Route = createFileRoute('/dashboard/addMarathon')({
  validateSearch: ({ copy }: Record<string, unknown>): { copy?: string } => (typeof copy === 'string' ? { copy } : {}),
  component: AddMarathonScreen,
})
