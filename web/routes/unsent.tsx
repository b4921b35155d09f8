import { createFileRoute } from '@tanstack/react-router'
import { UnsentScreen } from '../features/unsent/unsent-screen.tsx'
import { requireUser } from '../session/require-user.ts'

export const Route = createFileRoute('/unsent')({ beforeLoad: requireUser, component: UnsentScreen })
