import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '../features/account/login-screen.tsx'
import { redirectTarget } from '../features/account/redirect-target.ts'

export const Route = createFileRoute('/login')({
  /**
   * `again`: the server has ended the session of the account that is signed in here. The form is then for that account.
   */
  validateSearch: (search): { redirect?: string; again?: true } => {
    const target = redirectTarget(search.redirect)
    const again = search.again === true || search.again === 'true'
    return { ...(target ? { redirect: target } : {}), ...(again ? { again } : {}) }
  },
  component: LoginScreen,
})
