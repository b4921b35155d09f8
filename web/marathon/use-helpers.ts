import { useQuery } from '@tanstack/react-query'
import { fetchHelpers, fetchInvitations } from '../calls/invitations.ts'
import { withSession } from '../session/with-session.ts'
import { useAccount } from '../store/account-context.tsx'
import { queryClient } from '../store/query-client.ts'

/**
 * The helpers and the open invitations of a marathon, from the server. They are kept nowhere on the phone.
 * @param isWanted false asks for nothing, for a marathon that the server does not have, or with no network
 */
export function useHelpers(marathonId: string, isWanted = true) {
  const { db } = useAccount()
  return useQuery(
    {
      queryKey: ['helpers', db.uid, marathonId],
      queryFn: async ({ signal }) => {
        const [helpers, invitations] = await Promise.all([
          withSession(db.uid, () => fetchHelpers(marathonId, signal)),
          withSession(db.uid, () => fetchInvitations(marathonId, signal)),
        ])
        return { helpers, invitations }
      },
      enabled: isWanted,
      networkMode: 'always',
      retry: false,
    },
    queryClient,
  )
}
