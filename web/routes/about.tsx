import { createFileRoute, redirect } from '@tanstack/react-router'

/** The footer links to /about, which redirects to /aboutUs. */
export const Route = createFileRoute('/about')({
  beforeLoad: () => {
    throw redirect({ to: '/aboutUs', replace: true })
  },
})
