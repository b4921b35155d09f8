import { createFileRoute, redirect } from '@tanstack/react-router'

/** The footer links to /events, which redirects to /marathons. */
export const Route = createFileRoute('/events')({
  beforeLoad: () => {
    throw redirect({ to: '/marathons', replace: true })
  },
})
