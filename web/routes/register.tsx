import { createFileRoute } from '@tanstack/react-router'
import { redirectTarget } from '../features/account/redirect-target.ts'
import { RegisterScreen } from '../features/account/register-screen.tsx'

export const Route = createFileRoute('/register')({
  validateSearch: (search): { redirect?: string } => {
    const target = redirectTarget(search.redirect)
    return target ? { redirect: target } : {}
  },
  component: RegisterScreen,
})
