import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchMailReach } from '../../calls/mails.ts'
import { useHasMail } from '../../marathon/mail/use-has-mail.ts'
import { withSession } from '../../session/with-session.ts'
import { useAccount } from '../../store/account-context.tsx'
import { queryClient } from '../../store/query-client.ts'
import * as texts from '../../texts/compiled/own-mail.js'

/** What is known of a mail to everybody at a marathon. */
type MailReach = ReturnType<typeof useMailReach>

/**
 * Whether a notice may go by mail too, and whom a mail reaches; `reach` is undefined where that is not known now. A form
 * whose phone has noted nothing of mails keeps their place, whatever the server answers, so that nothing moves.
 */
export function useMailReach(marathonId: string) {
  const { uid } = useAccount().db
  const hasMail = useHasMail()
  const isOffered = hasMail === true
  const [wasUnknown] = useState(hasMail === undefined)
  const queryKey = ['mail-reach', uid, marathonId]
  const { data, isError } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => withSession(uid, () => fetchMailReach(marathonId, signal)),
      enabled: isOffered,
      networkMode: 'always',
      retry: false,
    },
    queryClient,
  )
  // Numbers from before the network went say nothing of now.
  const reach = isError ? undefined : data
  return {
    isOffered,
    hasPlace: isOffered || wasUnknown,
    reach,
    /** One more was sent. The server counts it only when its queue sends the mails. */
    noteSent: () => {
      if (reach) queryClient.setQueryData(queryKey, { ...reach, left: Math.max(0, reach.left - 1) })
    },
  }
}

/** Says whom a mail reaches, and how many more there may be today. */
export function mailReachMessage({ reach }: Pick<MailReach, 'reach'>): string {
  return reach ? texts.mailReach(reach) : texts.mailReachUnknown()
}
