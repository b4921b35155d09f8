import { createFileRoute, redirect } from '@tanstack/react-router'

/** The dashboard starts with its first entry. */
export const Route = createFileRoute('/dashboard/')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard/addMarathon', replace: true })
  },
})
