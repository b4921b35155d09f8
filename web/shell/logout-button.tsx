import { lazy, Suspense, useState } from 'react'
import { recordError } from '../../contract/errors.ts'
import { useAuth } from '../session/auth-context.tsx'
import { tellLogout } from '../status/tell-logout.ts'
import { useAccountOrNull } from '../store/account-context.tsx'
import type { AccountDb } from '../store/account-db.ts'
import type { WipeChoice } from '../store/forget-account.ts'
import { inTime } from '../store/in-time.ts'
import * as texts from '../texts/compiled/layout.js'
import { Button } from '../ui/button.tsx'
import { confirmPopUp, infoPopUp, successPopUp } from '../ui/dialogs/pop-up.ts'

// The button is on every screen, but few users press it. So the dialog and the outbox load later than the first paint.
const LogoutDialog = lazy(() => import('./logout-dialog.tsx').then((m) => ({ default: m.LogoutDialog })))

/** The logout asks its question after this time, also if storage hangs, for example because another tab is frozen. */
const COUNT_TIMEOUT_MS = 2000

/** The number of unsent edits, inbox items and unfinished forms; null if it cannot be read in time. */
async function unfinishedTotal(db: AccountDb): Promise<number | null> {
  const count = async () => {
    const [{ countUnsent }, { readUnfinishedForms }] = await Promise.all([
      import('../store/outbox.ts'),
      import('./unfinished-forms.ts'),
    ])
    const [{ total }, forms] = await Promise.all([countUnsent(db), readUnfinishedForms(db)])
    return total + forms.length
  }
  return inTime(count(), COUNT_TIMEOUT_MS, null).catch((error) => recordError(error, null))
}

/**
 * The logout button. It asks for confirmation. If there are unsent edits, inbox items or unfinished forms, it asks what to
 * do with them.
 */
export function LogoutButton() {
  const { user, userLogout } = useAuth()
  const account = useAccountOrNull()
  /** The account that the user is asked about. Another tab may have signed in another one since. */
  const [asked, setAsked] = useState<string>()
  const [pending, setPending] = useState(false)

  const leave = async (choice: WipeChoice, uid: string | undefined) => {
    setPending(true)
    try {
      const outcome = await userLogout(choice, uid)
      setAsked(undefined)
      void tellLogout(outcome, () => successPopUp(texts.logoutDoneTitle(), texts.logoutDoneText()))
    } catch (error) {
      recordError(error)
      await infoPopUp(texts.notLoggedOut(), texts.notLoggedOutText(), 'warning')
    } finally {
      setPending(false)
    }
  }

  const ask = async () => {
    const uid = user?.uid
    const total = account ? await unfinishedTotal(account.db) : 0
    if (total !== null && total > 0) return setAsked(uid)
    const sure = await confirmPopUp({
      title: texts.logoutTitle(),
      text: texts.logoutText(),
      confirm: texts.logoutYes(),
    })
    // If that cannot be read, it is kept.
    if (sure) await leave(total === null ? 'keep' : 'clean', uid)
  }

  return (
    <>
      <Button variant="secondary" className="w-full" pending={pending} onClick={ask}>
        {texts.logout()}
      </Button>
      {asked !== undefined && asked === user?.uid && (
        <Suspense>
          <LogoutDialog
            pending={pending}
            onLeave={(choice) => leave(choice, asked)}
            onCancel={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
