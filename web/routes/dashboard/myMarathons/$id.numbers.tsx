import { createFileRoute } from '@tanstack/react-router'
import { NumbersScreen } from '../../../features/organise/numbers/numbers-screen.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/$id/numbers')({
  remountDeps: ({ params }) => params,
  component: NumbersScreen,
})
