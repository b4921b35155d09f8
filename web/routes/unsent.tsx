import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../auth/require-user.ts'
import { UnsentScreen } from '../features/unsent/unsent-screen.tsx'

export const Route = createFileRoute('/unsent')({ beforeLoad: requireUser, component: UnsentScreen })
