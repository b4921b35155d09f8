import { abortAllDurableObjects, evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { CROWDED, PING, PONG, type RoomMessage } from '../../contract/live.ts'
import { emptyCommit } from '../ops/apply-ops.ts'
import { makeHelper, problemOf, setScene, signIn, staffBeside } from '../testing/calls.ts'
import { crossing, ruling } from '../testing/cast.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { tellRooms } from './tell-rooms.ts'

const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

const upgrade = (client: TestClient, marathonId: string, headers: Record<string, string> = {}, query = '') =>
  client.send(`/marathons/${marathonId}/live${query}`, { headers: { Upgrade: 'websocket', ...headers } })

/** A phone in the room of a marathon. @returns the messages that it has received so far */
async function enter(client: TestClient, marathonId: string, query = ''): Promise<RoomMessage[]> {
  const { webSocket } = await upgrade(client, marathonId, {}, query)
  if (!webSocket) throw new Error('no WebSocket')
  const told: RoomMessage[] = []
  webSocket.addEventListener('message', ({ data }) => told.push(JSON.parse(String(data))))
  webSocket.accept()
  open.push(webSocket as unknown as WebSocket)
  return told
}

const untilTold = (told: RoomMessage[], times: number) =>
  vi.waitFor(() => expect(told.length).toBe(times), { timeout: 5000, interval: 10 })

test('everybody in the room is told of a commit that touches the marathon, and nobody else', async () => {
  const [olivia, ravi, mia] = await signIn('olivia', 'ravi', 'mia')
  const { marathonId } = await setScene(olivia, ravi)
  const other = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', other, marathonFields())] })
  const [here, alsoHere, elsewhere] = [
    await enter(olivia, marathonId),
    await enter(ravi, marathonId),
    await enter(ravi, other),
  ]
  const response = await mia.sync({ ops: [op('application.create', newId('a'), applicationFields(marathonId))] })
  const seq = Number(response.cursor?.split('.')[1])
  await untilTold(here, 1)
  await untilTold(alsoHere, 1)
  expect(here).toEqual([{ seq, spreadMs: 4 }])
  await olivia.call('PUT', `/marathons/${marathonId}`, { location: 'Kiel' })
  await untilTold(here, 2)
  expect(elsewhere).toEqual([])
})

test('check-ins and bibs are told to screens of staff alone, and everything else to everybody', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId, applicationId } = await setScene(olivia, ravi)
  const runner = await enter(ravi, marathonId)
  const gate = await enter(olivia, marathonId, '?for=staff')
  const at = new Date().toISOString()
  await olivia.sync({ ops: [op('checkIn.create', newId('scan'), { marathonId, applicationId, at, gate: 'A' })] })
  await untilTold(gate, 1)
  // Two phones are here, and one of them is told.
  expect(gate[0]?.spreadMs).toBe(2)
  await olivia.sync({ ops: [op('application.assignBib', applicationId, { bib: '7' }, { bib: null })] })
  await untilTold(gate, 2)
  await olivia.call('PUT', `/marathons/${marathonId}`, { location: 'Kiel' })
  await untilTold(gate, 3)
  await untilTold(runner, 1)
  expect(runner).toEqual([gate[2]])
})

test('recordings and rulings reach staff within a second, and others where they are published', async () => {
  const [olivia, ravi, tim] = await signIn('olivia', 'ravi', 'tim')
  const { marathonId } = await setScene(olivia, ravi)
  await makeHelper(olivia, tim, marathonId, 'timer')
  const [runner, referee] = [await enter(ravi, marathonId), await enter(olivia, marathonId, '?for=staff')]
  const id = newId('crossing')
  const since = performance.now()
  await tim.sync({ ops: [crossing(id, marathonId)] })
  await untilTold(referee, 1)
  const { recordings } = await olivia.sync()
  expect(recordings.map(({ _id }) => _id)).toContain(id)
  expect(performance.now() - since).toBeLessThan(1000)
  await olivia.sync({ ops: [ruling(newId('ruling'), marathonId)] })
  await untilTold(referee, 2)
  await tim.sync({ ops: [op('recording.void', id, { at: new Date().toISOString() })] })
  await untilTold(referee, 3)
  expect(runner).toEqual([])
  await olivia.sync({ ops: [op('marathon.publish', marathonId, { results: 'live' })] })
  await untilTold(runner, 1)
  await tim.sync({ ops: [crossing(newId('crossing'), marathonId)] })
  await untilTold(runner, 2)
})

test('a helper who joins or is removed is told to screens of staff', async () => {
  const [olivia, ravi, hana] = await signIn('olivia', 'ravi', 'hana')
  const { marathonId } = await setScene(olivia, ravi)
  const [runner, gate] = [await enter(ravi, marathonId), await enter(olivia, marathonId, '?for=staff')]
  await makeHelper(olivia, hana, marathonId)
  await untilTold(gate, 1)
  expect(gate[0]?.seq).toBe(await env.DB.prepare('SELECT seq FROM clock').first('seq'))
  const helper = (await staffBeside(olivia, marathonId)).find(({ name }) => name === `Name of ${hana.uid}`)
  const remove = () => olivia.sync({ ops: [op('staff.delete', helper?._id ?? '')] })
  await remove()
  await untilTold(gate, 2)
  // A repetition changes nothing, so nobody is told.
  await remove()
  await olivia.call('PUT', `/marathons/${marathonId}`, { location: 'Kiel' })
  await untilTold(gate, 3)
  await untilTold(runner, 1)
  expect(gate.map(({ seq }) => seq)).toEqual(gate.map(({ seq }) => seq).toSorted((a, b) => a - b))
})

test('a message to everybody does not hold up the next one for staff, and staff hears of both', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  const runner = await enter(ravi, marathonId)
  const gate = await enter(olivia, marathonId, '?for=staff')
  const room = env.ROOMS?.getByName(marathonId)
  for (const [seq, audience] of [
    [8001, 'staff'],
    [8002, 'all'],
    [8003, 'staff'],
  ] as const)
    await room?.tell(seq, audience)
  await untilTold(gate, 3)
  await untilTold(runner, 1)
  expect(gate.map(({ seq }) => seq)).toEqual([8001, 8002, 8003])
  expect(runner.map(({ seq }) => seq)).toEqual([8002])
})

test('a commit that touches a marathon in both ways tells its room once, and everybody there', async () => {
  const told: unknown[][] = []
  const room = (id: string) => ({
    tell: async (...what: unknown[]) => void told.push([id, ...what]),
    fetch: () => Promise.reject(new Error('nobody enters')),
  })
  const [marathonIds, staffMarathonIds] = [new Set(['a', 'b']), new Set(['b', 'c', 'd'])]
  const liveMarathonIds = new Set(['d'])
  await tellRooms(
    { ROOMS: { getByName: room } },
    { ...emptyCommit(), seq: 5, marathonIds, staffMarathonIds, liveMarathonIds },
  )
  expect(told).toEqual([
    ['a', 5, 'all'],
    ['b', 5, 'all'],
    ['c', 5, 'staff'],
    ['d', 5, 'all'],
  ])
})

test('a request that changes nothing tells nothing', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  // What the scene changed is told before.
  await Promise.all([olivia.untilQuiet(), ravi.untilQuiet()])
  const told = await enter(olivia, marathonId)
  const withdrawal = op('application.delete', newId('unknown'), {})
  await ravi.sync({ ops: [withdrawal] })
  await ravi.sync()
  await ravi.call('PUT', `/marathons/${marathonId}`, { location: 'Kiel' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(told).toEqual([])
})

test('commits that follow each other quickly are told together, and the last one is told', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  const told = await enter(olivia, marathonId)
  const room = env.ROOMS?.getByName(marathonId)
  // Sent at once, because on a slow machine they would come later than the room waits.
  await Promise.all([7001, 7002, 7003].map((seq) => room?.tell(seq, 'all')))
  await untilTold(told, 2)
  expect(told.map(({ seq }) => seq)).toEqual([7001, 7003])
})

test('a forged, expired, foreign-origin or unsigned WebSocket is refused', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  const refused = async (headers: Record<string, string>, cookie = olivia.cookie) =>
    (await problemOf(await upgrade(olivia, marathonId, { Cookie: cookie, ...headers }))).code
  expect(await refused({}, '')).toBe('UNAUTHENTICATED')
  expect(await refused({}, `${olivia.cookie.slice(0, -4)}AAAA`)).toBe('UNAUTHENTICATED')
  expect(await refused({ Origin: 'https://evil.example' })).toBe('FORBIDDEN')
  expect(await refused({ Origin: 'null' })).toBe('FORBIDDEN')
  const other = await upgrade(olivia, marathonId, { Upgrade: 'h2c' })
  expect(await other.json()).toMatchObject({
    code: 'INVALID',
    fields: { Upgrade: { code: 'NOT_VALID', values: { expected: 'websocket' } } },
  })
  vi.useFakeTimers({ now: Date.now() + 30 * 86_400_000, toFake: ['Date'] })
  expect(await refused({})).toBe('UNAUTHENTICATED')
  vi.useRealTimers()
})

test('a worker without live rooms says so', async () => {
  const olivia = await TestClient.signedIn(newId('olivia'), { ROOMS: undefined })
  expect((await problemOf(await upgrade(olivia, newId('marathon')))).code).toBe('NOT_FOUND')
})

test('a phone that asks whether its connection is alive is answered', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  const { webSocket } = await upgrade(olivia, marathonId)
  if (!webSocket) throw new Error('no WebSocket')
  const answers: unknown[] = []
  webSocket.addEventListener('message', ({ data }) => answers.push(data))
  webSocket.accept()
  open.push(webSocket as unknown as WebSocket)
  webSocket.send(PING)
  await vi.waitFor(() => expect(answers).toEqual([PONG]))
})

test('a phone that talks in the room is put out', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  await enter(olivia, marathonId)
  const closed = new Promise<number>((resolve) => open[0]?.addEventListener('close', ({ code }) => resolve(code)))
  open[0]?.send('hello')
  expect(await closed).toBe(1008)
})

test('without the binding, or with a room that fails, a write succeeds as before', async () => {
  const commit = { ...emptyCommit(), seq: 1, marathonIds: new Set(['a']) }
  await tellRooms({ ROOMS: undefined }, commit)
  const silent = vi.spyOn(console, 'error').mockReturnValue()
  const broken = {
    tell: () => Promise.reject(new Error('the room was lost')),
    fetch: () => Promise.reject(new Error('the room was lost')),
  }
  await tellRooms({ ROOMS: { getByName: () => broken } }, commit)
  expect(silent).toHaveBeenCalledExactlyOnceWith('{"event":"live.failed","rooms":1}')
  silent.mockRestore()
})

test('an account has its newest five WebSockets in a room, and takes none of others', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  const other = await enter(ravi, marathonId)
  const closed: [number, number][] = []
  const phones: RoomMessage[][] = []
  for (let phone = 0; phone < 8; phone++) {
    phones.push(await enter(olivia, marathonId, phone % 2 ? '?for=staff' : ''))
    open.at(-1)?.addEventListener('close', ({ code }) => closed.push([phone, code]))
  }
  await vi.waitFor(() => expect(closed).toHaveLength(3), { timeout: 5000, interval: 10 })
  expect(closed).toEqual([0, 1, 2].map((phone) => [phone, CROWDED]))
  await env.ROOMS?.getByName(marathonId).tell(9001, 'all')
  // The commits that made the scene may still be told too.
  const last = (told: RoomMessage[]) => told.filter(({ seq }) => seq === 9001)
  const isTold = () => expect([other, ...phones.slice(3)].map((told) => last(told).length)).toEqual([1, 1, 1, 1, 1, 1])
  await vi.waitFor(isTold, { timeout: 5000, interval: 10 })
  // The room counts the five and Ravi's.
  expect(last(other)).toEqual([{ seq: 9001, spreadMs: 12 }])
  expect(phones.slice(0, 3).flatMap(last)).toEqual([])
})

test('an account whose oldest phone hibernated loses that one, and not a newer one', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  for (let phone = 0; phone < 5; phone++) await enter(olivia, marathonId)
  const closed = vi.fn()
  for (const [phone, socket] of open.entries()) socket.addEventListener('close', () => closed(phone))
  await evictDurableObject(env.ROOMS?.getByName(marathonId) as never)
  await enter(olivia, marathonId)
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), { timeout: 5000, interval: 10 })
  expect(closed.mock.calls).toEqual([[0]])
})

test('a room that hibernated still knows its phones', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  const told = await enter(olivia, marathonId)
  const room = env.ROOMS?.getByName(marathonId)
  await evictDurableObject(room as never)
  await room?.tell(1, 'all')
  await untilTold(told, 1)
})

test('a room that is killed disturbs no write, and phones that come back are told', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  await enter(olivia, marathonId)
  const closed = new Promise((resolve) => open[0]?.addEventListener('close', resolve))
  await abortAllDurableObjects()
  expect((await olivia.call('PUT', `/marathons/${marathonId}`, { location: 'Kiel' })).status).toBe(200)
  await closed
  const told = await enter(olivia, marathonId)
  expect((await olivia.call('PUT', `/marathons/${marathonId}`, { location: 'Bonn' })).status).toBe(200)
  await untilTold(told, 1)
})
