import { useQuery } from '@tanstack/react-query'
import { CONFIG_QUERY } from '../../marathon/mail/config-query.ts'
import { MailPanel } from '../../marathon/mail/mail-panel.tsx'
import { useOwnMail } from '../../marathon/mail/use-own-mail.ts'
import { PushPanel } from '../../marathon/notices/push-panel.tsx'
import { usePush } from '../../marathon/notices/use-push.ts'
import { queryClient } from '../../store/query-client.ts'
import * as texts from '../../texts/compiled/own-mail.js'
import { AccountSection } from './account-section.tsx'

/** The pushes of this phone, and the mails of the account. The server says what it has of both. */
export function WhatReachesYou() {
  const push = usePush()
  const mail = useOwnMail()
  const { data: config, isLoading } = useQuery(CONFIG_QUERY, queryClient)
  const isUnknown = (!config && !isLoading) || mail.state === 'unknown'
  const isNothing = config && push?.state === 'none' && mail.state === 'none'
  return (
    <AccountSection title={texts.whatReachesYou()}>
      {/* The height of two panels where they are lowest: what is below moves outside of the screen alone. */}
      <div className="grid min-h-41 w-full grid-cols-1 content-start gap-3">
        {isNothing && <p>{texts.onlyInApp()}</p>}
        <PushPanel isSettings />
        <MailPanel isSettings />
        {isUnknown && <p>{texts.reachUnknown()}</p>}
      </div>
    </AccountSection>
  )
}
