import { beforeEach, describe, expect, it } from 'vitest'
import { deviceDb } from '../../store/device-db.ts'
import { endedPush, endPushMark, forgetEndedPush, keepPushMark, pushMark } from './push-mark.ts'

const mark = (uid: string, endpoint = `https://fcm.googleapis.com/${uid}`) => ({ uid, endpoint, toldAt: 0 })

async function signIn(uid: string) {
  await deviceDb.session.put({ key: 'current', uid, email: '', displayName: '', photoURL: '', expiresAt: '' })
}

beforeEach(async () => {
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
})

describe('the mark of pushes', () => {
  it('is written for the signed-in account alone', async () => {
    await signIn('ada')
    expect(await keepPushMark(mark('bob'))).toBe(false)
    expect(await pushMark()).toBeNull()
    expect(await keepPushMark(mark('ada'))).toBe(true)
    expect(await pushMark()).toEqual(mark('ada'))
  })

  it('leaves the address that has ended, until the server knows', async () => {
    await signIn('ada')
    await keepPushMark(mark('ada', 'one'))
    await endPushMark()
    expect([await pushMark(), await endedPush()]).toEqual([null, 'one'])
    await forgetEndedPush('another')
    expect(await endedPush()).toBe('one')
    await forgetEndedPush('one')
    expect(await endedPush()).toBeNull()
  })

  it('of a new subscription ends the one before, and one told again ends nothing', async () => {
    await signIn('ada')
    await keepPushMark(mark('ada', 'one'))
    await keepPushMark({ ...mark('ada', 'one'), toldAt: 5 })
    expect(await endedPush()).toBeNull()
    await keepPushMark(mark('ada', 'two'))
    expect(await endedPush()).toBe('one')
  })
})
