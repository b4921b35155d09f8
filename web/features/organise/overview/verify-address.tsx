import { useQuery } from '@tanstack/react-query'
import { publicPageSchema } from '../../../../contract/marathon.ts'
import { callApi } from '../../../calls/call-api.ts'
import { VerifyByMail } from '../../../status/verify-by-mail.tsx'
import type { MarathonView } from '../../../store/overlay.ts'
import { queryClient } from '../../../store/query-client.ts'
import { useSyncPhase } from '../../../store/sync-status.ts'
import * as texts from '../../../texts/compiled/overview.js'

/**
 * Says that search engines and the feed do not list the owner's events yet, and verifies the owner's address by Firebase's
 * mail. It renders nothing where they do, and where nobody can tell.
 */
export function VerifyAddress({ marathon }: { marathon: MarathonView }) {
  const { isListed, setListed } = useIsListed(marathon)
  if (isListed !== false) return null
  return (
    <section className="grid justify-items-start gap-3 rounded-md border-s-4 border-soon bg-soon-tint px-4 py-3">
      <p>{texts.notListed()}</p>
      <VerifyByMail onVerified={setListed} />
    </section>
  )
}

/** Do search engines and the feed list the owner's events? The server alone knows it; undefined until it has said so. */
function useIsListed({ _id: id, ver, hiddenAt }: MarathonView) {
  const isOffline = useSyncPhase() === 'offline' || !navigator.onLine
  const queryKey = ['is-listed', id]
  const { data } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) =>
        callApi(`/api/marathons/${id}/public`, (body) => publicPageSchema.parse(body).isListed, { signal }),
      // The server has no public page of an event that has not arrived, or that is hidden.
      enabled: !isOffline && ver > 0 && hiddenAt === null,
      networkMode: 'always',
      retry: false,
    },
    queryClient,
  )
  // The server's public answers may be a second old.
  return { isListed: data, setListed: () => void queryClient.setQueryData(queryKey, true) }
}
