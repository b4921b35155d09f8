import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects to the first screen of the dashboard's menu. */
export const Route = createFileRoute('/dashboard/')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/addMarathon', replace: true })
  },
})
