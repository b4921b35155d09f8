import { createFileRoute } from '@tanstack/react-router'
import { HistoryScreen } from '../../../features/history/history-screen.tsx'

/** `entry` is the id of an application: then the history is of that alone. */
export const Route = createFileRoute('/dashboard/myMarathons/$id/history')({
  validateSearch: ({ entry }: Record<string, unknown>): { entry?: string } =>
    typeof entry === 'string' ? { entry } : {},
  remountDeps: ({ params, search }) => ({ ...params, ...search }),
  component: HistoryScreen,
})
