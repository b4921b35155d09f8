import { createFileRoute } from '@tanstack/react-router'
import { MyResultsScreen } from '../../../features/my-results/my-results-screen.tsx'

export const Route = createFileRoute('/dashboard/myResults/')({ component: MyResultsScreen })
