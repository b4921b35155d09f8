import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expected } from '../../../contract/errors.ts'
import { fetchOwnMail, type OwnMail, putWants } from '../../calls/mails.ts'
import { withSession } from '../../session/with-session.ts'
import { useAccount } from '../../store/account-context.tsx'
import { queryClient } from '../../store/query-client.ts'
import { useHasMail } from './use-has-mail.ts'

/**
 * The mails of the signed-in account, once the server has said what it knows. Until then, `asked`; where it has not
 * answered, `unknown`; where it sends no mails, `none`.
 */
export function useOwnMail() {
  const { uid } = useAccount().db
  const hasMail = useHasMail()
  const queryKey = ['own-mail', uid]
  const { data, isError, refetch } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => withSession(uid, () => fetchOwnMail(signal)),
      enabled: hasMail === true,
      networkMode: 'always',
      retry: false,
    },
    queryClient,
  )
  const [isBusy, setBusy] = useState(false)
  const [isFailed, setFailed] = useState(false)
  if (hasMail === false) return { state: 'none' } as const
  if (!data) return { state: isError ? 'unknown' : 'asked' } as const
  return {
    state: 'known' as const,
    mail: data,
    isBusy,
    isFailed,
    refetch,
    /** Says which mails the account wants. */
    choose: async (wants: OwnMail['wants']) => {
      setBusy(true)
      try {
        const own = await withSession(uid, () => putWants(wants))
        // A question that was asked before has the choice before.
        await queryClient.cancelQueries({ queryKey })
        queryClient.setQueryData(queryKey, own)
        setFailed(false)
      } catch {
        setFailed(expected('told', true))
      }
      setBusy(false)
    },
  }
}
