import { useState } from 'react'
import { Problem } from '../../../contract/problem.ts'
import { logOutEverywhere } from '../../session/log-out-everywhere.ts'
import { tellLogout } from '../../status/tell-logout.ts'
import { useAccount } from '../../store/account-context.tsx'
import * as texts from '../../texts/compiled/my-account.js'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp, successPopUp } from '../../ui/dialogs/pop-up.ts'
import { FormError } from '../../ui/form-error.tsx'
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
      title: texts.logOutQuestion(),
      text: texts.mustLogInAgain(),
      confirm: texts.yesLogOutEverywhere(),
    })
    if (!isSure) return
    setPending(true)
    try {
      const outcome = await logOutEverywhere(db)
      void tellLogout(outcome, () => successPopUp(texts.loggedOutEverywhere(), texts.othersLoggedOut()))
    } catch (error) {
      // The screen of the other account has no place for this message.
      if (error instanceof Problem && error.code === 'WRONG_ACCOUNT') void tellLogout('other-account')
      else setFailure(accountFailure(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <AccountSection title={texts.logOutEverywhere()}>
      <p>{texts.logOutDescription()}</p>
      <FormError>{failure}</FormError>
      <Button variant="danger" pending={pending} pendingLabel={texts.loggingOut()} onClick={leave}>
        {texts.logOutEverywhere()}
      </Button>
    </AccountSection>
  )
}
