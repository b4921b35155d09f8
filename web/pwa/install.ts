import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import { DAY_MS } from '../../contract/limits.ts'
import { deviceDb } from '../data/device-db.ts'
import { dropPrompt, heldPrompt, onInstallChange, wasJustInstalled } from './install-prompt.ts'

const DISMISSED = 'install-dismissed'
/** "Not now" is an answer for so long. */
const DISMISSED_FOR_MS = 60 * DAY_MS

/**
 * How this app gets onto the home screen here.
 * `app`: it runs from there. `installed`: it is there, this is a tab. `prompt`: the browser can ask.
 * `ios`: by hand, by the share sheet. `menu`: by hand, by the browser's menu, if at all.
 */
export type InstallWay = 'app' | 'installed' | 'prompt' | 'ios' | 'menu'

/** The way, live. */
export function useInstallWay(): InstallWay {
  return useSyncExternalStore(onInstallChange, installWay)
}

export function installWay(): InstallWay {
  if (runsAsApp()) return 'app'
  if (wasJustInstalled()) return 'installed'
  if (heldPrompt()) return 'prompt'
  return isIos() ? 'ios' : 'menu'
}

function runsAsApp(): boolean {
  const standalone = (navigator as { standalone?: boolean }).standalone === true
  return standalone || matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
}

/** An iPad calls itself a Mac; a Mac has no touch. */
function isIos(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

/** Opens the browser's own question. @returns whether the user said yes */
export async function askToInstall(): Promise<boolean> {
  const prompt = heldPrompt()
  if (!prompt) return false
  dropPrompt()
  await prompt.prompt()
  return (await prompt.userChoice).outcome === 'accepted'
}

/** Has the user said "Not now" to the offer? Undefined until read. */
export function useInstallDismissed(): boolean | undefined {
  return useLiveQuery(async () => {
    // Where nothing can be stored, there is nothing to install for.
    const mark = await deviceDb.marks.get(DISMISSED).catch(() => null)
    if (mark === null) return true
    return mark !== undefined && Date.now() - Date.parse(mark.value) < DISMISSED_FOR_MS
  })
}

export async function dismissInstall(): Promise<void> {
  await deviceDb.marks.put({ key: DISMISSED, value: new Date().toISOString() }).catch(() => undefined)
}
