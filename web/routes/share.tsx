import { createFileRoute, redirect } from '@tanstack/react-router'
import { sharedMarathonId } from '../features/race-day/shared-marathon-id.ts'

/** What another app shares with this one ends here, and goes on to the event that it names. */
export const Route = createFileRoute('/share')({
  validateSearch: (search: Record<string, unknown>) => ({
    title: String(search.title ?? ''),
    text: String(search.text ?? ''),
    url: String(search.url ?? ''),
  }),
  beforeLoad: ({ search }) => {
    const id = sharedMarathonId(search)
    if (id) throw redirect({ to: '/marathons/$id', params: { id }, replace: true })
    throw redirect({ to: '/marathons', replace: true })
  },
})
