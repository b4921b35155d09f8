import { useState } from 'react'
import { useAuth } from '../../auth/auth-context.tsx'
import { logOutEverywhere } from '../../auth/log-out-everywhere.ts'
import { useAccount } from '../../data/account-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { confirmPopUp, successPopUp } from '../../ui/pop-up.ts'
import { accountFailure } from './account-failure.ts'

/** The screen of the signed-in account: who it is, and how all its sessions are ended. */
export function MyAccountScreen() {
  useDocumentTitle('Your Account')
  const { user } = useAuth()
  if (!user) return null
  return (
    <>
      <h2 className="mb-4 text-2xl sm:text-3xl">Your Account</h2>
      <div className="flex max-w-2xl items-center gap-4 border-y border-line py-4">
        <Avatar name={user.displayName || user.email} src={user.photoURL} size={56} />
        <p className="min-w-0">
          <strong className="block font-semibold break-words">{user.displayName || 'Without a name'}</strong>
          <span className="break-words text-ink-soft">{user.email}</span>
        </p>
      </div>
      <LogOutEverywhere />
    </>
  )
}

function LogOutEverywhere() {
  const { db } = useAccount()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const leave = async () => {
    setFailure('')
    const isSure = await confirmPopUp({
      title: 'Log out everywhere?',
      text: 'You must log in again, here too.',
      confirm: 'Yes, log out everywhere',
    })
    if (!isSure) return
    setPending(true)
    try {
      await logOutEverywhere(db.uid)
      void successPopUp('Logged out everywhere.', 'Your other devices are logged out when they next reach the server.')
    } catch (error) {
      setFailure(accountFailure(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <section aria-labelledby="log-out-everywhere" className="grid max-w-2xl justify-items-start gap-3 py-6">
      <h3 id="log-out-everywhere" className="text-xl">
        Log out everywhere
      </h3>
      <p>
        For a lost phone, or a computer that others use. It ends your sessions on all devices, and deletes what they
        have of your account when they next reach the server. Changes that a device has not sent wait there until you
        log in again.
      </p>
      <FormError>{failure}</FormError>
      <Button variant="danger" pending={pending} pendingLabel="Logging out…" onClick={leave}>
        Log out everywhere
      </Button>
    </section>
  )
}
