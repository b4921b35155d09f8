import { useState } from 'react'
import { Problem } from '../../../contract/problem.ts'
import { logOutEverywhere } from '../../auth/log-out-everywhere.ts'
import { useAccount } from '../../data/account-context.tsx'
import { tellLogout } from '../../shared/tell-logout.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { confirmPopUp, successPopUp } from '../../ui/pop-up.ts'
import { accountFailure } from './account-failure.ts'
import { AccountSection } from './account-section.tsx'

/** Ends all sessions of the account, after a question. */
export function LogOutEverywhere() {
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
      const outcome = await logOutEverywhere(db.uid)
      const others = 'Your other devices are logged out when they next reach the server.'
      void tellLogout(outcome, () => successPopUp('Logged out everywhere.', others))
    } catch (error) {
      // The screen of the other account has no place for this message.
      if (error instanceof Problem && error.code === 'WRONG_ACCOUNT') void tellLogout('other-account')
      else setFailure(accountFailure(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <AccountSection title="Log out everywhere">
      <p>
        For a lost phone, or a computer that others use. It ends your sessions on all devices, and deletes what they
        have of your account when they next reach the server. Changes that a device has not sent wait there until you
        log in again.
      </p>
      <FormError>{failure}</FormError>
      <Button variant="danger" pending={pending} pendingLabel="Logging out…" onClick={leave}>
        Log out everywhere
      </Button>
    </AccountSection>
  )
}
