import { createFileRoute } from '@tanstack/react-router'
import { MyApplicationsScreen } from '../../features/my-applications/my-applications-screen.tsx'

export const Route = createFileRoute('/dashboard/myApply')({ component: MyApplicationsScreen })
