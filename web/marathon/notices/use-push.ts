import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { expected, recordError } from '../../../contract/errors.ts'
import { Problem } from '../../../contract/problem.ts'
import { type InstallWay, useInstallWay } from '../../background/install.ts'
import { NoResponse } from '../../calls/call-api.ts'
import { phoneRegistration, tellPushEnd } from '../../session/push/end-push.ts'
import { changePush, subscribePhone, unsubscribePhone } from '../../session/push/phone-push.ts'
import { endPushMark, pushMark } from '../../session/push/push-mark.ts'
import { withSession } from '../../session/with-session.ts'
import { useAccountOrNull } from '../../store/account-context.tsx'
import { useLiveRead } from '../../store/live-read.ts'
import { queryClient } from '../../store/query-client.ts'
import { CONFIG_QUERY } from '../mail/config-query.ts'

/**
 * What this phone can do with pushes.
 * - `none`: nothing of it is offered: the server or the browser has no push.
 * - `install`: an iPhone shows pushes of installed apps alone.
 * - `blocked`: the user has forbidden notifications of this site.
 * - `off`, `on`: by the user's choice, for the signed-in account.
 */
type PushState = 'none' | 'install' | 'blocked' | 'off' | 'on'

/** Why pushes could not be switched on. */
export type PushFailure = 'offline' | 'service' | 'app' | 'server' | 'unknown'

/** The state of pushes on this phone, and what switches them. */
export type Push = NonNullable<ReturnType<typeof usePush>>

/** Pushes on this phone, live. Undefined until it is known. */
export function usePush() {
  const uid = useAccountOrNull()?.db.uid
  const way = useInstallWay()
  const permission = usePermission()
  const mark = useLiveRead(() => pushMark().catch((error) => recordError(error, null)))
  const { data: config, isLoading } = useQuery(CONFIG_QUERY, queryClient)
  const vapidKey = config?.vapidKey
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PushFailure | null>(null)
  if (mark === undefined) return undefined
  // The server has heard of the subscription, and still sends pushes, as far as this phone knows.
  const isOn = mark !== null && mark.uid === uid && mark.toldAt > 0 && permission === 'granted' && vapidKey !== null
  if (isLoading && !isOn) return undefined

  const run = (change: () => Promise<PushFailure | null>) => async () => {
    setBusy(true)
    setFailure(await change().catch(failureOf))
    setBusy(false)
  }
  const state: PushState = isOn ? 'on' : uid && vapidKey ? stateOf(permission, way) : 'none'
  return {
    state,
    isBusy,
    failure,
    turnOn: run(async () => {
      // The browser asks at a tap only, so nothing may come before it.
      if ((await Notification.requestPermission()) !== 'granted' || !uid || !vapidKey) return null
      const registration = await phoneRegistration()
      if (!registration?.active) return 'app'
      await withSession(uid, () => changePush(() => subscribePhone(registration, uid, vapidKey)))
      return null
    }),
    turnOff: run(async () => {
      // At once: a change that runs may wait for the network.
      await endPushMark()
      await changePush(unsubscribePhone)
      await tellPushEnd().catch(() => expected('no-answer'))
      return null
    }),
  }
}

function stateOf(permission: NotificationPermission | null, way: InstallWay): PushState {
  if (permission === null) return way === 'ios' ? 'install' : 'none'
  return permission === 'denied' ? 'blocked' : 'off'
}

function failureOf(error: unknown): PushFailure {
  if (error instanceof NoResponse) return 'offline'
  if (!(error instanceof Problem)) return 'service'
  // The address of the browser's push service is not one that our server calls.
  return error.code === 'INVALID' ? 'unknown' : 'server'
}

/** Whether notifications are allowed, live; null where the browser has no push. */
function usePermission(): NotificationPermission | null {
  const [permission, setPermission] = useState(currentPermission)
  useEffect(() => {
    let status: PermissionStatus | undefined
    const read = () => setPermission(currentPermission())
    void navigator.permissions
      ?.query({ name: 'notifications' })
      .then((found) => {
        status = found
        status.addEventListener('change', read)
      })
      .catch(() => expected('refused'))
    document.addEventListener('visibilitychange', read)
    return () => {
      status?.removeEventListener('change', read)
      document.removeEventListener('visibilitychange', read)
    }
  }, [])
  return permission
}

function currentPermission(): NotificationPermission | null {
  return 'PushManager' in globalThis && 'Notification' in globalThis ? Notification.permission : null
}
