import { useEffect, useState } from 'react'
import { expected } from '../../../contract/errors.ts'
import { askToInstall, useInstallWay } from '../../background/install.ts'
import { keepStorage, useStorageKept } from '../../background/persistent-storage.ts'
import { useUpdateOffer } from '../../background/update-state.ts'
import { InstallSteps } from '../../status/install-steps.tsx'
import * as texts from '../../texts/compiled/race-day.js'
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
      const registration = await navigator.serviceWorker?.getRegistration().catch(() => expected('refused'))
      if (current) setHere(Boolean(registration?.active))
    })()
    return () => {
      current = false
    }
  }, [])
  if (here === undefined)
    return (
      <Check state="wait" title={texts.app()}>
        …
      </Check>
    )
  if (!here) {
    return (
      <Check
        state="mend"
        title={texts.app()}
        action={
          <Button variant="secondary" onClick={() => location.reload()}>
            {texts.reload()}
          </Button>
        }
      >
        {texts.appIsMissing()}
      </Check>
    )
  }
  if (update) {
    return (
      <Check
        state="note"
        title={texts.app()}
        action={
          <Button variant="secondary" onClick={update}>
            {texts.updateNow()}
          </Button>
        }
      >
        {texts.appIsOld()}
      </Check>
    )
  }
  return (
    <Check state="ok" title={texts.app()}>
      {texts.appIsHere()}
    </Check>
  )
}

/** Checks whether the app is on the home screen. */
export function InstallCheck() {
  const way = useInstallWay()
  if (way === 'app' || way === 'installed') {
    return (
      <Check state="ok" title={texts.installed()}>
        {way === 'app' ? texts.runsFromHome() : texts.openFromHome()}
      </Check>
    )
  }
  return (
    <Check
      state="mend"
      title={texts.notInstalled()}
      action={
        way === 'prompt' ? (
          <Button variant="secondary" onClick={() => void askToInstall()}>
            {texts.install()}
          </Button>
        ) : null
      }
    >
      {way === 'prompt' ? texts.whyInstall() : <InstallSteps way={way} />}
    </Check>
  )
}

/** Checks whether the browser promises not to delete the data. */
export function StorageCheck({ refreshKey, onMended }: { refreshKey: number; onMended: () => void }) {
  const storage = useStorageKept(refreshKey)
  const [refused, setRefused] = useState(false)
  if (!storage)
    return (
      <Check state="wait" title={texts.storage()}>
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
      title={state === 'ok' ? texts.storageIsKept() : texts.storage()}
      action={
        storage.kept === false ? (
          <Button variant="secondary" onClick={ask}>
            {texts.keepStorage()}
          </Button>
        ) : null
      }
    >
      {refused && storage.kept === false ? `${message} ${texts.storageRefused()}` : message}
    </Check>
  )
}
