import type { InvitedRole } from '../../../contract/roles.ts'
import type { Invitation } from '../../calls/invitations.ts'
import * as roleTexts from '../../texts/compiled/roles.js'
import * as texts from '../../texts/compiled/staff.js'
import { plainText } from '../../texts/plain-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { ShownLink } from '../../ui/pictures/shown-link.tsx'
import { Rich } from '../../ui/rich.tsx'

type ShownOnceProps = { title: string; role: InvitedRole; invitation: Invitation; onDone: () => void }

/** An invitation that was just made: to be scanned, or sent. */
export function ShownOnce({ title, role, invitation: { url, expiresAt }, onDone }: ShownOnceProps) {
  return (
    <ShownLink
      url={url}
      label={texts.invitationCode()}
      shareTitle={plainText(texts.shareTitle({ title, role: roleTexts.name({ role }) }))}
      actions={
        <Button variant="secondary" onClick={onDone}>
          {texts.done()}
        </Button>
      }
    >
      <p>
        <Rich
          text={texts.invitationText({ dayTime: formatDayTime(expiresAt, readerTimeZone()) })}
          tags={{ b: (children) => <strong>{children}</strong> }}
        />
      </p>
    </ShownLink>
  )
}
