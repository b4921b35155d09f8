import { createFileRoute } from '@tanstack/react-router'
import { MyMarathonsScreen } from '../../../features/organise/my-marathons-screen.tsx'
import { isWhen, type When } from '../../../features/organise/when.ts'

export const Route = createFileRoute('/dashboard/myMarathons/')({
  validateSearch: ({ sort, when }: Record<string, unknown>): { sort?: 'asc'; when?: When } => ({
    ...(sort === 'asc' && { sort }),
    ...(isWhen(when) && { when }),
  }),
  component: MyMarathonsScreen,
})
