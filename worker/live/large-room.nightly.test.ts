import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { RoomMessage } from '../../contract/live.ts'
import { setScene, signIn } from '../testing/calls.ts'
import { roomUrl } from './room-url.ts'

const PHONES = 2000

test('2,000 phones learn of a change within 2 s, and at most a fifth pulls in any half second', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const { marathonId } = await setScene(olivia, ravi)
  const room = env.ROOMS?.getByName(marathonId)
  if (!room) throw new Error('no live rooms')
  const told: { at: number; message: RoomMessage }[] = []
  const sockets: WebSocket[] = []
  for (let phone = 0; phone < PHONES; phone++) {
    const url = roomUrl({ uid: `phone-${phone}`, isStaff: false })
    const { webSocket } = await room.fetch(new Request(url, { headers: { Upgrade: 'websocket' } }))
    if (!webSocket) throw new Error('no WebSocket')
    webSocket.addEventListener('message', ({ data }) => {
      told.push({ at: Date.now(), message: JSON.parse(String(data)) })
    })
    webSocket.accept()
    sockets.push(webSocket)
  }
  // The scene's own commits may be told late.
  await new Promise((done) => setTimeout(done, 500))
  told.length = 0
  const started = Date.now()
  await olivia.call('PUT', `/marathons/${marathonId}`, { location: 'Kiel' })
  while (told.length < PHONES && Date.now() - started < 20_000) await new Promise((done) => setTimeout(done, 20))
  expect(told).toHaveLength(PHONES)
  const tookMs = Math.max(...told.map(({ at }) => at)) - started
  // Each phone waits a random part of spreadMs (web/sync/live-room.ts).
  const pulls = told.map(({ at, message }) => at + message.spreadMs * Math.random()).sort((a, b) => a - b)
  const most = Math.max(...pulls.map((from, index) => pulls.filter((at) => at < from + 500).length - index))
  console.log(
    `${PHONES} phones told in ${tookMs} ms; at most ${Math.round((100 * most) / PHONES)} % pull in half a second`,
  )
  expect(tookMs).toBeLessThan(2000)
  expect(most).toBeLessThanOrEqual(PHONES / 5)
  for (const socket of sockets) socket.close()
})
