import { createFileRoute } from '@tanstack/react-router'
import { RegistrationScreen } from '../../features/registration/registration-screen.tsx'
import { requireUser } from '../../session/require-user.ts'

export const Route = createFileRoute('/marathon/registration/$id')({
  beforeLoad: requireUser,
  remountDeps: ({ params }) => params,
  component: RegistrationScreen,
})
