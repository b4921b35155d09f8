import { useAuth } from '../../session/auth-context.tsx'
import { LogoutButton } from '../logout-button.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { OwnLinks } from './own-links.tsx'

/**
 * What the avatar opens: the account, what the user was told, unsent changes, race day, the language, the logout. A
 * visitor has the language alone.
 */
export function OwnPanel() {
  const { user } = useAuth()
  if (!user) return <LanguageChoice />
  return (
    <>
      <p className="px-4 text-ink-soft wrap-anywhere">{user.displayName || user.email}</p>
      <OwnLinks />
      <LanguageChoice />
      <div className="border-t border-line pt-3">
        <LogoutButton />
      </div>
    </>
  )
}
