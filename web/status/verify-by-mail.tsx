import { useEffect, useRef, useState } from 'react'
import { recordError } from '../../contract/errors.ts'
import { loadFirebase } from '../session/load-firebase.ts'
import { renewSession } from '../session/renew-session.ts'
import { useAccount } from '../store/account-context.tsx'
import * as texts from '../texts/compiled/overview.js'
import { Button } from '../ui/button.tsx'

/**
 * Verifies the address of the account by Firebase's mail: a button that sends it, and one for who has opened its link. It
 * also looks when the user comes back to the page.
 * @param onVerified is called when the server knows that the address is verified
 */
export function VerifyByMail({ onVerified }: { onVerified: () => void }) {
  const { db, author } = useAccount()
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
      if (isVerified && (await renewSession(db.uid))) onVerified()
      else if (isAsked) setMessage(texts.verifyNotYet())
    } catch (error) {
      recordError(error)
      if (isAsked) setMessage(texts.verifyFailed())
    }
    setState('sent')
  }
  useReturn(state === 'sent', () => void check(false))

  const wasSent = state === 'sent' || state === 'checking'
  return (
    <>
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
    </>
  )
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
