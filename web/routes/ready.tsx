import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../auth/require-user.ts'
import { ReadyRoute } from '../features/race-day/ready-route.tsx'

export const Route = createFileRoute('/ready')({ beforeLoad: requireUser, component: ReadyRoute })
