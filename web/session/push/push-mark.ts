import { deviceDb } from '../../store/device-db.ts'

// Two marks of the device database say what this phone has to do with pushes. The push service and the server only
// follow them.

/** This phone gets the pushes of an account. */
const ON = 'push'
/** The address of a push subscription that has ended. It stays until the phone and the server have ended it too. */
const ENDED = 'push-ended'

/** Whose pushes this phone gets, and the address of its subscription. */
export interface PushMark {
  uid: string
  endpoint: string
  /** When the server was last told of it, ms by the phone's clock; 0 if it was not. */
  toldAt: number
}

/** Whose pushes this phone gets; null for nobody's. */
export async function pushMark(): Promise<PushMark | null> {
  const mark = await deviceDb.marks.get(ON)
  // Only `keepPushMark` writes it, with this type.
  return mark ? (JSON.parse(mark.value) as PushMark) : null
}

/**
 * Writes whose pushes this phone gets. Another subscription of this phone has then ended.
 * @returns false if the account is not signed in any more; then nothing is written
 */
export function keepPushMark(mark: PushMark): Promise<boolean> {
  return deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
    if ((await deviceDb.session.get('current'))?.uid !== mark.uid) return false
    const before = await pushMark()
    if (before && before.endpoint !== mark.endpoint) await putEnded(before.endpoint)
    await deviceDb.marks.put({ key: ON, value: JSON.stringify(mark) })
    return true
  })
}

/**
 * Writes when the server was told of the marked subscription.
 * @returns false if it is not marked any more, or the account is not signed in any more; then nothing is written
 */
export function markAsTold(mark: PushMark): Promise<boolean> {
  return deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () =>
    (await pushMark())?.endpoint === mark.endpoint ? keepPushMark(mark) : false,
  )
}

/**
 * From now on this phone gets no pushes. What is left to do is marked in the same transaction. It may run inside of
 * another transaction on the marks.
 */
export function endPushMark(): Promise<void> {
  return deviceDb.transaction('rw', deviceDb.marks, async () => {
    const mark = await pushMark()
    if (!mark) return
    await deviceDb.marks.delete(ON)
    await putEnded(mark.endpoint)
  })
}

/** The server is told of this phone's subscription again. It may run inside of another transaction on the marks. */
export function forgetTold(): Promise<void> {
  return deviceDb.transaction('rw', deviceDb.marks, async () => {
    const mark = await pushMark()
    if (mark) await deviceDb.marks.put({ key: ON, value: JSON.stringify({ ...mark, toldAt: 0 }) })
  })
}

function putEnded(endpoint: string) {
  return deviceDb.marks.put({ key: ENDED, value: endpoint })
}

/** The address of a subscription that has ended, of which the server may not know yet; or null. */
export async function endedPush(): Promise<string | null> {
  return (await deviceDb.marks.get(ENDED))?.value ?? null
}

/** The server knows that this subscription has ended. */
export function forgetEndedPush(endpoint: string): Promise<void> {
  return deviceDb.transaction('rw', deviceDb.marks, async () => {
    if ((await endedPush()) === endpoint) await deviceDb.marks.delete(ENDED)
  })
}
