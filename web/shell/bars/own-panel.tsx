import { useAuth } from '../../session/auth-context.tsx'
import * as texts from '../../texts/compiled/layout.js'
import { Rich } from '../../ui/rich.tsx'
import { LogoutButton } from '../logout-button.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { PanelLink } from './panel-link.tsx'
import { UnsentLink } from './unsent-link.tsx'
import { useNextRace } from './use-next-race.ts'
import { useUnreadCount } from './use-unread-count.ts'

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

function OwnLinks() {
  const count = useUnreadCount()
  const hasRace = Boolean(useNextRace())
  const unread = count > 0 && (
    <Rich
      text={texts.unreadCount({ count })}
      tags={{ spoken: (children) => <span className="sr-only">{children}</span> }}
    />
  )
  return (
    <ul className="grid gap-1">
      <PanelLink to="/dashboard/account">{texts.yourAccount()}</PanelLink>
      <PanelLink to="/dashboard/notices" count={unread}>
        {texts.notices()}
      </PanelLink>
      <UnsentLink />
      {hasRace && <PanelLink to="/ready">{texts.raceDay()}</PanelLink>}
    </ul>
  )
}
