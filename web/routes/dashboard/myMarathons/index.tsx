import { createFileRoute } from '@tanstack/react-router'
import { MyMarathonsScreen } from '../../../features/organise/my-marathons-screen.tsx'

export const Route = createFileRoute('/dashboard/myMarathons/')({
  validateSearch: (search): { sort?: 'asc' } => (search.sort === 'asc' ? { sort: 'asc' } : {}),
  component: MyMarathonsScreen,
})
