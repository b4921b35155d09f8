import * as texts from '../../texts/compiled/layout.js'
import { Rich } from '../../ui/rich.tsx'
import { PanelLink } from './panel-link.tsx'
import { UnsentLink } from './unsent-link.tsx'
import { useNextRace } from './use-next-race.ts'
import { useUnreadCount } from './use-unread-count.ts'

/** The links of the panel. */
export function OwnLinks() {
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
