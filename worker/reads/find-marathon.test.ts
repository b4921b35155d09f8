import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Problem } from '../../contract/problem.ts'
import { sync } from '../ops/sync.ts'
import { marathonFields, newId, op } from '../testing/rows.ts'
import { findMarathon } from './find-marathon.ts'

const ids: Record<string, string> = {}
const start = '2090-03-31T22:30:00.000Z'

beforeAll(async () => {
  const events = {
    berlin: { title: 'Harbour Ten', timeZone: 'Europe/Berlin', startDate: start },
    twinA: { title: 'Twins', timeZone: 'UTC', startDate: '2090-05-01T08:00:00.000Z' },
    twinB: { title: 'Twins', timeZone: 'UTC', startDate: '2090-05-01T10:00:00.000Z' },
  }
  const ops = Object.entries(events).map(([name, fields]) => {
    ids[name] = newId('marathon')
    return op('marathon.create', ids[name], marathonFields(fields))
  })
  const olivia = { uid: 'olivia', email: 'olivia@example.com', name: 'Olivia', issuedAt: 0 }
  const { results } = await sync(env.DB, olivia, { uid: 'olivia', cursor: null, ops }, Date.now, true)
  expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
})

describe('an event of which only title and start are told', () => {
  it.each([
    ['its instant', 'Harbour Ten', start, 'berlin'],
    ['its day where it takes place', 'Harbour Ten', '2090-04-01', 'berlin'],
    ['texts with blanks around them', '  Harbour Ten ', ` ${start} `, 'berlin'],
    ['one of two on the same day, by its instant', 'Twins', '2090-05-01T10:00:00.000Z', 'twinB'],
  ])('is found by %s', async (_what, title, startDate, name) => {
    expect(await findMarathon(env.DB, title, startDate)).toBe(ids[name])
  })

  it.each<[string, unknown, unknown, string]>([
    ['no title', undefined, start, 'title'],
    ['a title of blanks', '  ', start, 'title'],
    ['no start', 'Harbour Ten', undefined, 'startDate'],
    ['a start that is no date', 'Harbour Ten', 'soon', 'startDate'],
    ['another title', 'Harbour Eleven', start, 'marathonId'],
    ['another day', 'Harbour Ten', '2090-03-29', 'marathonId'],
    ['a start before all time', 'Harbour Ten', '1970-01-01', 'marathonId'],
    ['a day with two of them', 'Twins', '2090-05-01', 'marathonId'],
  ])('is refused, and the field named, for %s', async (_what, title, startDate, field) => {
    await expect(findMarathon(env.DB, title, startDate)).rejects.toMatchObject({
      code: 'INVALID',
      fields: { [field]: { code: expect.any(String) } },
    })
  })

  it('is refused with a code that tells whether there are several or none', async () => {
    const code = (title: string) =>
      findMarathon(env.DB, title, '2090-05-01').catch((error: Problem) => error.fields?.marathonId?.code)
    expect(await code('Twins')).toBe('SEVERAL_EVENTS_FIT')
    expect(await code('Nobody’s')).toBe('NO_EVENT_FITS')
  })
})
