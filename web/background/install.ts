import { useSyncExternalStore } from 'react'
import { recordError } from '../../contract/errors.ts'
import { DAY_MS } from '../../contract/limits.ts'
import { deviceDb } from '../store/device-db.ts'
import { useLiveRead } from '../store/live-read.ts'
import { installState } from './install-prompt.ts'

const DISMISSED = 'install-dismissed'
/** The offer stays hidden for this long after "Not now". */
const DISMISSED_FOR_MS = 60 * DAY_MS

/**
 * How the user can put this app on the home screen.
 * - `app`: the app runs from there now.
 * - `installed`: it is there, and this page is a browser tab.
 * - `prompt`: the browser can ask.
 * - `ios`: by hand, with the share sheet.
 * - `menu`: by hand, with the browser's menu, if the browser has such an entry.
 */
export type InstallWay = 'app' | 'installed' | 'prompt' | 'ios' | 'menu'

/** The install way, live. */
export function useInstallWay(): InstallWay {
  return useSyncExternalStore(installState.subscribe, installWay)
}

/** The install way now. */
export function installWay(): InstallWay {
  if (runsAsApp()) return 'app'
  const { isJustInstalled, prompt } = installState.get()
  if (isJustInstalled) return 'installed'
  if (prompt) return 'prompt'
  return isIos() ? 'ios' : 'menu'
}

function runsAsApp(): boolean {
  const standalone = (navigator as { standalone?: boolean }).standalone === true
  return standalone || matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
}

/** An iPad reports itself as a Mac, but a Mac has no touch screen. */
function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

/** Opens the browser's install dialog. @returns whether the user accepted */
export async function askToInstall(): Promise<boolean> {
  const { prompt, ...state } = installState.get()
  if (!prompt) return false
  installState.set({ ...state, prompt: null })
  await prompt.prompt()
  return (await prompt.userChoice).outcome === 'accepted'
}

/** Tells whether the user chose "Not now". Undefined until it is read. */
export function useInstallDismissed(): boolean | undefined {
  return useLiveRead(async () => {
    // Without storage there is nothing to install for, so the offer stays hidden.
    const mark = await deviceDb.marks.get(DISMISSED).catch((error) => recordError(error, null))
    if (mark === null) return true
    return mark !== undefined && Date.now() - Date.parse(mark.value) < DISMISSED_FOR_MS
  })
}

/** Hides the offer for `DISMISSED_FOR_MS`. */
export async function dismissInstall(): Promise<void> {
  await deviceDb.marks.put({ key: DISMISSED, value: new Date().toISOString() }).catch(recordError)
}
