import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../../session/require-user.ts'
import { DashboardLayout } from '../../shell/dashboard-layout.tsx'

export const Route = createFileRoute('/dashboard')({ beforeLoad: requireUser, component: DashboardLayout })
