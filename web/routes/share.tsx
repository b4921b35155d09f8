import { createFileRoute, redirect } from '@tanstack/react-router'
import { sharedMarathonId } from '../features/race-day/shared-marathon-id.ts'

/** Receives what other apps share with this one, and opens the marathon that it names, also for a visitor. */
export const Route = createFileRoute('/share')({
  validateSearch: (search: Record<string, unknown>) => ({
    title: String(search.title ?? ''),
    text: String(search.text ?? ''),
    url: String(search.url ?? ''),
  }),
  beforeLoad: ({ search }) => {
    const id = sharedMarathonId(search)
    if (id) throw redirect({ to: '/e/$id', params: { id }, replace: true })
    throw redirect({ to: '/marathons', replace: true })
  },
})
