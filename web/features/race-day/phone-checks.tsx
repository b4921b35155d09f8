import { useEffect, useState } from 'react'
import { askToInstall, useInstallWay } from '../../pwa/install.ts'
import { keepStorage, useStorageKept } from '../../pwa/persistent-storage.ts'
import { useUpdateOffer } from '../../pwa/update-state.ts'
import { InstallSteps } from '../../shared/install-steps.tsx'
import { Button } from '../../ui/button.tsx'
import { Check } from './check.tsx'
import { storageMessage } from './check-messages.ts'

/** Checks whether the app's files are on the phone, and whether they are the newest version. */
export function AppCheck() {
  const update = useUpdateOffer()
  const [here, setHere] = useState<boolean>()
  useEffect(() => {
    let current = true
    void (async () => {
      const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
      if (current) setHere(Boolean(registration?.active))
    })()
    return () => {
      current = false
    }
  }, [])
  if (here === undefined)
    return (
      <Check state="wait" title="The app itself">
        …
      </Check>
    )
  if (!here) {
    return (
      <Check
        state="mend"
        title="The app itself"
        action={
          <Button variant="secondary" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        It is not on this phone yet: without a network this page would not open. A private window never keeps it.
      </Check>
    )
  }
  if (update) {
    return (
      <Check
        state="note"
        title="The app itself"
        action={
          <Button variant="secondary" onClick={update}>
            Update now
          </Button>
        }
      >
        It opens without a network. A newer version is ready.
      </Check>
    )
  }
  return (
    <Check state="ok" title="The app itself">
      It opens without a network.
    </Check>
  )
}

/** Checks whether the app is on the home screen. */
export function InstallCheck() {
  const way = useInstallWay()
  if (way === 'app' || way === 'installed') {
    return (
      <Check state="ok" title="Installed">
        {way === 'app' ? 'It runs from the home screen.' : 'Open it from the home screen from now on.'}
      </Check>
    )
  }
  return (
    <Check
      state="mend"
      title="Not installed"
      action={
        way === 'prompt' ? (
          <Button variant="secondary" onClick={() => void askToInstall()}>
            Install
          </Button>
        ) : null
      }
    >
      {way === 'prompt' ? (
        'On the home screen it opens with one tap, and browsers keep its data longer.'
      ) : (
        <InstallSteps way={way} />
      )}
    </Check>
  )
}

/** Checks whether the browser promises not to delete the data. */
export function StorageCheck({ refreshKey, onMended }: { refreshKey: number; onMended: () => void }) {
  const storage = useStorageKept(refreshKey)
  const [refused, setRefused] = useState(false)
  if (!storage)
    return (
      <Check state="wait" title="Storage">
        …
      </Check>
    )
  const { state, message } = storageMessage(storage)
  const ask = async () => {
    setRefused(!(await keepStorage()))
    onMended()
  }
  return (
    <Check
      state={state}
      title={state === 'ok' ? 'Storage is kept' : 'Storage'}
      action={
        storage.kept === false ? (
          <Button variant="secondary" onClick={ask}>
            Keep it
          </Button>
        ) : null
      }
    >
      {message}
      {refused &&
        storage.kept === false &&
        ' The browser says no for now; installing the app usually makes it say yes.'}
    </Check>
  )
}
