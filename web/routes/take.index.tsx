import { createFileRoute } from '@tanstack/react-router'
import { TakeScreen } from '../features/registration/take-screen.tsx'
import { requireUser } from '../session/require-user.ts'

export const Route = createFileRoute('/take/')({
  beforeLoad: requireUser,
  component: TakeScreen,
})
