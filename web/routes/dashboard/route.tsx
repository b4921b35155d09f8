import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../../auth/require-user.ts'
import { DashboardLayout } from '../../layout/dashboard-layout.tsx'

export const Route = createFileRoute('/dashboard')({ beforeLoad: requireUser, component: DashboardLayout })
