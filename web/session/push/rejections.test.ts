import { beforeEach, expect, it, vi } from 'vitest'
import type { InboxRecord } from '../../store/account-db.ts'
import { deviceDb } from '../../store/device-db.ts'
import { emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { rejections, tellRejections } from './rejections.ts'

const rejected = (opId: string, other: Partial<InboxRecord> = {}): InboxRecord => ({
  opId,
  target: `application:${opId}`,
  op: {
    opId,
    v: 1,
    type: 'application.create',
    id: opId,
    at: '2027-06-01T07:00:00.000Z',
    base: {},
    patch: { marathonId: 'event-0001' },
  },
  at: '2027-06-01T08:00:00.000Z',
  code: 'FULL',
  ...other,
})

async function phone(pushesOf: 'its own' | 'nobody' | 'another') {
  const db = await emptyAccount()
  await db.marathons.put({ ...marathonRow('event-0001', { title: 'Harbour Ten' }), own: 0, gen: 0 })
  const uid = pushesOf === 'its own' ? db.uid : 'bob'
  const value = JSON.stringify({ uid, endpoint: 'an-endpoint', toldAt: 0 })
  if (pushesOf !== 'nobody') await deviceDb.marks.put({ key: 'push', value })
  const titles: string[] = []
  const showNotification = vi.fn(async (title: string, _options: object) => void titles.push(title))
  const registration = {
    showNotification,
    // A newer notification replaces the one before, because they have the same tag.
    getNotifications: async () => titles.slice(-1).map((title) => ({ title })),
  }
  return {
    db,
    shown: showNotification,
    tell: (known: Map<string, unknown>) =>
      tellRejections(registration as unknown as ServiceWorkerRegistration, db, known),
  }
}

beforeEach(() => deviceDb.marks.clear())

it('tells of an application that was refused while the app was closed, and leads to the reason', async () => {
  const { db, tell, shown } = await phone('its own')
  const known = await rejections(db)
  await db.inbox.add(rejected('op-1'))
  await tell(known)
  expect(shown).toHaveBeenCalledExactlyOnceWith('Not accepted: Harbour Ten', {
    body: 'Open the app to see why and what to do.',
    icon: '/icons/icon-192.png',
    tag: 'refused',
    renotify: true,
    data: { path: '/unsent', uid: db.uid },
  })
})

it('tells of several at once, and names the marathon of an edit by what the user saw', async () => {
  const { db, tell, shown } = await phone('its own')
  const op = { ...rejected('op-1').op, type: 'marathon.update', patch: {} }
  await db.inbox.add(rejected('op-1', { op, was: { title: 'Pier Five' } }))
  await tell(new Map())
  await db.inbox.add(rejected('op-2'))
  await tell(new Map())
  expect(shown.mock.calls.map(([title]) => title)).toEqual(['Not accepted: Pier Five', '2 changes were not accepted'])
})

it('tells without a sound what a page or the service worker has told already', async () => {
  const { db, tell, shown } = await phone('its own')
  await db.inbox.add(rejected('op-1'))
  await tell(new Map())
  await tell(new Map())
  await db.inbox.add(rejected('op-2'))
  await tell(new Map())
  expect(shown.mock.calls.map(([, options]) => 'renotify' in options)).toEqual([true, false, true])
  expect(shown.mock.calls[1]?.[1]).toMatchObject({ silent: true, tag: 'refused' })
})

it('does not tell of what was refused before, nor of a clash', async () => {
  const { db, tell, shown } = await phone('its own')
  await db.inbox.add(rejected('op-1'))
  const known = await rejections(db)
  await db.inbox.add(rejected('op-2', { code: undefined, conflicts: {} }))
  await tell(known)
  expect(shown).not.toHaveBeenCalled()
})

it('does not fail where the browser refuses to show it, as the edits are sent anyway', async () => {
  const { db, tell, shown } = await phone('its own')
  shown.mockRejectedValue(new TypeError('no permission'))
  await db.inbox.add(rejected('op-1'))
  await expect(tell(new Map())).resolves.toBeUndefined()
})

it.each([
  ['the user did not switch pushes on', 'nobody'],
  ['the pushes are those of another account', 'another'],
] as const)('tells nothing where %s', async (_, pushesOf) => {
  const { db, tell, shown } = await phone(pushesOf)
  await db.inbox.add(rejected('op-1'))
  await tell(new Map())
  expect(shown).not.toHaveBeenCalled()
})
