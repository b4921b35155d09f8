import { createFileRoute, redirect } from '@tanstack/react-router'

/** The footer's address of /aboutUs. */
export const Route = createFileRoute('/about')({
  beforeLoad: () => {
    throw redirect({ to: '/aboutUs', replace: true })
  },
})
