import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../../auth/require-user.ts'
import { RegistrationScreen } from '../../features/registration/registration-screen.tsx'

export const Route = createFileRoute('/marathon/registration/$id')({
  beforeLoad: requireUser,
  remountDeps: ({ params }) => params,
  component: RegistrationScreen,
})
