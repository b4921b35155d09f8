import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../../auth/require-user.ts'
import { parseListSearch } from '../../features/marathon-list/list-search.ts'
import { MarathonListScreen } from '../../features/marathon-list/marathon-list-screen.tsx'

export const Route = createFileRoute('/marathons/')({
  validateSearch: parseListSearch,
  beforeLoad: requireUser,
  component: MarathonListScreen,
})
