import { MailPanel } from '../../marathon/mail/mail-panel.tsx'
import { useOwnMail } from '../../marathon/mail/use-own-mail.ts'
import { PushPanel } from '../../marathon/notices/push-panel.tsx'
import { usePush } from '../../marathon/notices/use-push.ts'
import * as texts from '../../texts/compiled/own-mail.js'
import { AccountSection } from './account-section.tsx'

/** The pushes of this phone, and the mails of the account. Renders nothing where the server has neither. */
export function WhatReachesMe() {
  const push = usePush()
  const mail = useOwnMail()
  if (!mail && (!push || push.state === 'none')) return null
  return (
    <AccountSection title={texts.whatReachesYou()}>
      <div className="grid w-full grid-cols-1 gap-3">
        <PushPanel isSettings />
        <MailPanel isSettings />
      </div>
    </AccountSection>
  )
}
