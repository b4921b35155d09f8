import { createFileRoute } from '@tanstack/react-router'
import { NoticesScreen } from '../../features/notices/notices-screen.tsx'

export const Route = createFileRoute('/dashboard/notices')({ component: NoticesScreen })
