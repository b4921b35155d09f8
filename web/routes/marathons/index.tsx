import { createFileRoute } from '@tanstack/react-router'
import { parseListSearch } from '../../features/marathon-list/list-search.ts'
import { MarathonListScreen } from '../../features/marathon-list/marathon-list-screen.tsx'
import { requireUser } from '../../session/require-user.ts'

export const Route = createFileRoute('/marathons/')({
  validateSearch: parseListSearch,
  beforeLoad: requireUser,
  component: MarathonListScreen,
})
