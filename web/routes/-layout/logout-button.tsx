import { lazy, Suspense, useState } from 'react'
import { useAuth } from '../../auth/auth-context.tsx'
import { Button } from '../../components/button.tsx'
import { confirmPopUp, successPopUp } from '../../components/pop-up.ts'
import { askForSync, useSyncPhase } from '../../data/sync-status.ts'
import { useUnsentCounts } from '../../data/unsent.ts'

const LogoutDialog = lazy(() => import('./logout-dialog.tsx').then((m) => ({ default: m.LogoutDialog })))

/** Asks first. With edits that were not sent yet it asks what becomes of them instead. */
export function LogoutButton() {
  const { userLogout } = useAuth()
  const { unsent } = useUnsentCounts()
  const phase = useSyncPhase()
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)

  const leave = async (choice?: 'keep' | 'discard') => {
    setPending(true)
    try {
      await userLogout(choice)
      setAsking(false)
      // Its words are fixed, so it may stand over whatever screen comes next.
      void successPopUp('Logout Successful.!', 'You Logged Out from the website.')
    } finally {
      setPending(false)
    }
  }

  const ask = async () => {
    if (unsent > 0) return setAsking(true)
    const sure = await confirmPopUp({
      title: 'Are you sure want to Logout?',
      text: 'You will logged Out.',
      confirm: 'Yes, Logout',
    })
    if (sure) await leave()
  }

  return (
    <>
      <Button variant="secondary" className="w-full" pending={pending} onClick={ask}>
        Logout
      </Button>
      {asking && (
        <Suspense>
          <LogoutDialog
            unsent={unsent}
            stuck={phase !== 'idle' && phase !== 'sending'}
            onSendNow={askForSync}
            onLeave={leave}
            onCancel={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
