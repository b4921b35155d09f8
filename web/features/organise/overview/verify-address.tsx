import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { recordError } from '../../../../contract/errors.ts'
import { publicPageSchema } from '../../../../contract/marathon.ts'
import { callApi } from '../../../calls/call-api.ts'
import { loadFirebase } from '../../../session/load-firebase.ts'
import { renewSession } from '../../../session/renew-session.ts'
import { useAccount } from '../../../store/account-context.tsx'
import type { MarathonView } from '../../../store/overlay.ts'
import { queryClient } from '../../../store/query-client.ts'
import { useSyncPhase } from '../../../store/sync-status.ts'
import * as texts from '../../../texts/compiled/overview.js'
import { Button } from '../../../ui/button.tsx'

/**
 * Says that search engines and the feed do not list the owner's events yet, and verifies the owner's address by Firebase's
 * mail. It renders nothing where they do, and where nobody can tell.
 */
export function VerifyAddress({ marathon }: { marathon: MarathonView }) {
  const { db, author } = useAccount()
  const { isListed, setListed } = useIsListed(marathon)
  const [state, setState] = useState<'unsent' | 'sending' | 'sent' | 'checking'>('unsent')
  const [message, setMessage] = useState('')

  const send = async () => {
    setState('sending')
    try {
      await (await loadFirebase()).sendVerification(db.uid)
      setState('sent')
      setMessage(texts.verifySent({ email: author.email }))
    } catch (error) {
      recordError(error)
      setState('unsent')
      setMessage(texts.verifyFailed())
    }
  }
  const check = async (isAsked: boolean) => {
    setState('checking')
    try {
      const isVerified = await (await loadFirebase()).isVerified(db.uid)
      // The server learns it with the new ID token.
      if (isVerified && (await renewSession(db.uid))) setListed()
      else if (isAsked) setMessage(texts.verifyNotYet())
    } catch (error) {
      recordError(error)
      if (isAsked) setMessage(texts.verifyFailed())
    }
    setState('sent')
  }
  useReturn(state === 'sent', () => void check(false))

  if (isListed !== false) return null
  const wasSent = state === 'sent' || state === 'checking'
  return (
    <section className="grid justify-items-start gap-3 rounded-md border-s-4 border-soon bg-soon-tint px-4 py-3">
      <p>{texts.notListed()}</p>
      {wasSent ? (
        <Button variant="secondary" pending={state === 'checking'} onClick={() => void check(true)}>
          {texts.verifyChecked()}
        </Button>
      ) : (
        <Button variant="secondary" pending={state === 'sending'} onClick={() => void send()}>
          {texts.verifyAddress()}
        </Button>
      )}
      <p role="status" className="break-words text-sm empty:hidden">
        {message}
      </p>
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

/** Calls `then` when the user comes back to this page, from the mail. */
function useReturn(isAwaited: boolean, then: () => void) {
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
  })
  useEffect(() => {
    if (!isAwaited) return
    const look = () => {
      if (document.visibilityState === 'visible') latest.current()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isAwaited])
}
