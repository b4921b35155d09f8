import { expect, it } from 'vitest'
import { applicationRow, emptyAccount, marathonRow, newApplication } from '../../testing/test-account.ts'
import { createApplication } from './applications.ts'
import { racePictures } from './race-pictures.ts'

const NOW = Date.parse('2028-01-10T08:00:00.000Z')

it('pictures of races come soonest first, each once, also of a race that is not here', async () => {
  const db = await emptyAccount()
  const race = (id: string, startDate: string, image: string, mine = false) =>
    db.marathons.put({
      ...marathonRow(id, { startDate, image, role: mine ? 'owner' : null }),
      own: mine ? 1 : 0,
      gen: 0,
    })
  await race('event-over', '2028-01-09T07:00:00.000Z', '/over.jpg', true)
  await race('event-today', '2028-01-09T09:00:00.000Z', '/today.jpg')
  await race('event-owned', '2028-01-20T08:00:00.000Z', '/owned.jpg', true)
  await race('event-same', '2028-01-21T08:00:00.000Z', '/owned.jpg', true)
  await race('event-plain', '2028-01-22T08:00:00.000Z', '', true)
  await race('event-queued', '2028-01-12T08:00:00.000Z', '/queued.jpg')
  await race('event-else', '2028-01-13T08:00:00.000Z', '/else.jpg')
  for (const marathonId of ['event-today', 'event-gone']) {
    await db.applications.put({ ...applicationRow(`to-${marathonId}`, marathonId), own: 1, gen: 0 })
  }
  await createApplication(db, newApplication('event-queued'))
  expect(await racePictures(db, NOW)).toEqual(['/today.jpg', '/queued.jpg', '/owned.jpg'])
})
