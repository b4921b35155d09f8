import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Op } from '../../contract/sync.ts'
import { deleteRowsOf } from '../jobs/delete-account.ts'
import { invite, makeHelper, signIn } from '../testing/calls.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'
import { requestDeletion } from './account.ts'

// What one of the staff does to the others with the raw API, or two phones at once.

let marathonId = ''
let [olivia, oscar, gus] = [new TestClient(''), new TestClient(''), new TestClient('')]

const offer = (id: string, isOffered = true) => op('staff.update', id, { isOffered }, { isOffered: !isOffered })
const become = (id: string, from: string, to: string) => op('staff.update', id, { role: to }, { role: from })
const codes = async (client: TestClient, ...ops: Op[]) =>
  (await client.sync({ ops })).results.map(({ code, status }) => code ?? status)

interface Row {
  id: string
  uid: string
  role: string
  offered_at: string | null
  removed_at: string | null
}

/** The rows of staff of the marathon, by uid. */
async function staff(): Promise<Map<string, Row>> {
  const found = env.DB.prepare('SELECT id, uid, role, offered_at, removed_at FROM staff WHERE marathon_id = ?')
  return new Map((await found.bind(marathonId).all<Row>()).results.map((row) => [row.uid, row]))
}
const rowOf = async ({ uid }: TestClient) => (await staff()).get(uid)?.id ?? ''

/** The only owner, as the marathon and its staff have it. */
async function owner(): Promise<string> {
  const rows = [...(await staff()).values()]
  const owners = rows.filter(({ role, removed_at: at }) => role === 'owner' && at === null).map(({ uid }) => uid)
  const stored = env.DB.prepare('SELECT owner_uid AS uid, name FROM marathon WHERE id = ?').bind(marathonId)
  const { uid, name } = (await stored.first<{ uid: string; name: string }>()) ?? { uid: '', name: '' }
  expect(owners).toEqual([uid])
  expect(name).toBe(`Name of ${uid}`)
  expect(rows.filter(({ offered_at: at }) => at !== null).length).toBeLessThan(2)
  return uid
}

/** What the race of two requests gives: `between` comes after the read of the other one, and before its write. */
async function race(client: TestClient, ops: Op[], between: () => Promise<unknown>) {
  const d1 = racing(between)
  const { results } = await syncAs(client.uid, ops, { d1, isLimited: false })
  return results.map(({ code, status }) => code ?? status)
}

beforeEach(async () => {
  ;[olivia, oscar, gus] = await signIn('olivia', 'oscar', 'gus')
  marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields())] })
  await makeHelper(olivia, oscar, marathonId, 'organiser')
  await makeHelper(olivia, gus, marathonId)
})

describe('a marathon has one owner', () => {
  it('where two phones of the organiser take it over at once', async () => {
    const id = await rowOf(oscar)
    await codes(olivia, offer(id))
    const take = () => op('staff.takeOver', id)
    expect(await race(oscar, [take()], () => codes(oscar, take()))).toEqual(['applied'])
    expect(await owner()).toBe(oscar.uid)
  })

  it.each<[string, () => Promise<Op>, string]>([
    ['takes the offer back', async () => offer(await rowOf(oscar), false), 'STALE'],
    ['removes the organiser', async () => op('staff.delete', await rowOf(oscar)), 'STALE'],
    ['makes the organiser a gate', async () => become(await rowOf(oscar), 'organiser', 'gate'), 'STALE'],
    ['offers it to somebody else', async () => offer(await rowOf(gus)), 'STALE'],
  ])('where the owner %s while it is taken over', async (_what, make, code) => {
    await codes(olivia, become(await rowOf(gus), 'gate', 'organiser'), offer(await rowOf(oscar)))
    const [take, first] = [op('staff.takeOver', await rowOf(oscar)), await make()]
    expect(await race(oscar, [take], () => codes(olivia, first))).toEqual([code])
    expect(await owner()).toBe(olivia.uid)
  })

  it.each<[string, () => Promise<Op>]>([
    ['takes the offer back', async () => offer(await rowOf(oscar), false)],
    ['removes the organiser', async () => op('staff.delete', await rowOf(oscar))],
    ['makes the organiser a gate', async () => become(await rowOf(oscar), 'organiser', 'gate')],
    ['offers it to somebody else', async () => offer(await rowOf(gus))],
  ])('where it is taken over before the owner %s', async (_what, make) => {
    await codes(olivia, become(await rowOf(gus), 'gate', 'organiser'), offer(await rowOf(oscar)))
    const [take, second] = [op('staff.takeOver', await rowOf(oscar)), await make()]
    expect(await race(olivia, [second], () => codes(oscar, take))).toEqual(['FORBIDDEN'])
    expect(await owner()).toBe(oscar.uid)
  })

  it('where it is deleted while it is taken over: then it is gone, and nobody owns it', async () => {
    const id = await rowOf(oscar)
    await codes(olivia, offer(id))
    const gone = op('marathon.delete', marathonId)
    expect(await race(oscar, [op('staff.takeOver', id)], () => codes(olivia, gone))).toEqual(['GONE'])
  })

  it('where two phones of the owner offer it to two organisers at once', async () => {
    await codes(olivia, become(await rowOf(gus), 'gate', 'organiser'))
    const [first, second] = [offer(await rowOf(oscar)), offer(await rowOf(gus))]
    expect(await race(olivia, [first], () => codes(olivia, second))).toEqual(['applied'])
    expect(await owner()).toBe(olivia.uid)
    expect((await staff()).get(oscar.uid)?.offered_at).not.toBeNull()
    expect((await staff()).get(gus.uid)?.offered_at).toBeNull()
  })

  it('after what the old owner had queued, and what is sent again', async () => {
    const id = await rowOf(oscar)
    const [given, taken] = [offer(id), op('staff.takeOver', id)]
    expect([await codes(olivia, given), await codes(oscar, taken)]).toEqual([['applied'], ['applied']])
    const late = [
      op('marathon.update', marathonId, { location: 'Kiel' }, { location: 'Hamburg' }),
      op('marathon.delete', marathonId),
      offer(await rowOf(olivia)),
      op('staff.delete', id),
      op('staff.takeOver', marathonId),
      given,
    ]
    expect(await codes(olivia, ...late)).toEqual(['applied', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'STALE', 'applied'])
    expect(await codes(oscar, taken)).toEqual(['applied'])
    expect(await owner()).toBe(oscar.uid)
    // Back again, and the old acceptance does not count a second time.
    expect(await codes(oscar, offer(marathonId))).toEqual(['applied'])
    expect(await codes(olivia, op('staff.takeOver', marathonId))).toEqual(['applied'])
    expect(await codes(oscar, taken, op('staff.takeOver', id))).toEqual(['applied', 'STALE'])
    expect(await owner()).toBe(olivia.uid)
  })
})

describe('the owner’s account is deleted while the marathon is taken over', () => {
  /** Deletes what the owner has. `between` comes before the batch with this number. */
  async function deleteOwner(nth: number, between: () => Promise<unknown>) {
    await requestDeletion(env.DB, olivia.uid, Math.floor(Date.now() / 1000), Date.now)
    await deleteRowsOf(racing(between, nth), olivia.uid, Date.now, () => undefined)
  }

  it.each([1, 2, 3, 4, 5, 6])('before batch %i: it goes on with the new owner, or is deleted', async (nth) => {
    const id = await rowOf(oscar)
    await codes(olivia, offer(id))
    let verdicts: string[] = []
    const take = async () => {
      verdicts = await codes(oscar, op('staff.takeOver', id))
    }
    await deleteOwner(nth, take)
    if (verdicts.length === 0) await take()
    await deleteRowsOf(env.DB, olivia.uid, Date.now, () => undefined)
    const there = await env.DB.prepare('SELECT 1 FROM marathon WHERE id = ?').bind(marathonId).first()
    if (there) expect([verdicts, await owner()]).toEqual([['applied'], oscar.uid])
    else expect(verdicts).not.toEqual(['applied'])
    expect((await staff()).get(olivia.uid)?.removed_at).not.toBeNull()
  })

  it('a deleted account takes nothing over', async () => {
    const id = await rowOf(oscar)
    await codes(olivia, offer(id))
    await requestDeletion(env.DB, oscar.uid, Math.floor(Date.now() / 1000), Date.now)
    expect(
      (await oscar.call('POST', '/sync', { uid: oscar.uid, cursor: null, ops: [op('staff.takeOver', id)] })).status,
    ).toBe(401)
    await deleteRowsOf(env.DB, oscar.uid, Date.now, () => undefined)
    expect(await owner()).toBe(olivia.uid)
    expect((await staff()).get(oscar.uid)?.offered_at ?? null).toBeNull()
  })
})

describe('an offer ends', () => {
  it('with the role: who was removed, or came back with a new invitation, takes nothing over', async () => {
    const id = await rowOf(oscar)
    await codes(olivia, offer(id), op('staff.delete', id))
    expect(await codes(oscar, op('staff.takeOver', id))).toEqual(['STALE'])
    await makeHelper(olivia, oscar, marathonId, 'organiser')
    expect(await codes(oscar, op('staff.takeOver', id), op('staff.takeOver', await rowOf(oscar)))).toEqual([
      'NOT_FOUND',
      'STALE',
    ])
    expect(await codes(olivia, offer(id))).toEqual(['NOT_FOUND'])
    expect(await owner()).toBe(olivia.uid)
  })

  it('with the account: a new login of it takes nothing over', async () => {
    const id = await rowOf(oscar)
    await codes(olivia, offer(id))
    const headers = { Authorization: `Bearer ${emulatorToken(oscar.uid)}` }
    expect((await oscar.call('POST', '/account/deletion', undefined, headers)).status).toBe(200)
    await oscar.untilQuiet()
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const again = await TestClient.signedIn(oscar.uid)
    expect(await codes(again, op('staff.takeOver', id))).toEqual(['STALE'])
    expect(await owner()).toBe(olivia.uid)
  })
})

describe('an organiser', () => {
  it('makes no organisers: by no op, and by no invitation', async () => {
    const id = await rowOf(gus)
    const ops = [become(id, 'gate', 'organiser'), become(id, 'organiser', 'organiser')]
    expect(await codes(oscar, ...ops)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    const response = await oscar.call('POST', `/marathons/${marathonId}/invitations`, { role: 'organiser' })
    expect(response.status).toBe(403)
    expect((await staff()).get(gus.uid)?.role).toBe('gate')
  })

  it('whose right ends meanwhile changes nobody', async () => {
    const change = become(await rowOf(gus), 'gate', 'timer')
    const end = become(await rowOf(oscar), 'organiser', 'gate')
    expect(await race(oscar, [change], () => codes(olivia, end))).toEqual(['FORBIDDEN'])
    expect((await staff()).get(gus.uid)?.role).toBe('gate')
  })

  it('who was removed does not come back with an invitation of their own', async () => {
    const token = await invite(oscar, marathonId)
    await codes(olivia, op('staff.delete', await rowOf(oscar)))
    expect((await oscar.call('POST', `/invitations/${token}`)).status).toBe(404)
    expect(await (await olivia.call('GET', `/marathons/${marathonId}/invitations`)).json()).toEqual([])
  })

  it('who handed the marathon over names no organiser with an old invitation', async () => {
    const [named, helps] = [await invite(olivia, marathonId, 'organiser'), await invite(olivia, marathonId)]
    const [friend, other] = await signIn('friend', 'other')
    await codes(olivia, offer(await rowOf(oscar)))
    await codes(oscar, op('staff.takeOver', await rowOf(oscar)))
    expect((await friend.call('POST', `/invitations/${named}`)).status).toBe(404)
    expect((await other.call('POST', `/invitations/${helps}`)).status).toBe(200)
    expect((await staff()).get(friend.uid)).toBeUndefined()
  })
})
