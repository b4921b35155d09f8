import { createFileRoute, redirect } from '@tanstack/react-router'

/** The footer's address of /marathons. */
export const Route = createFileRoute('/events')({
  beforeLoad: () => {
    throw redirect({ to: '/marathons', replace: true })
  },
})
