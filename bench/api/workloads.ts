import { randomFrom } from '../../scripts/local/random.ts'
import type { Call } from '../harness/load.ts'
import { sessionCookie } from '../harness/session.ts'
import { marathonId } from '../seed/rows.ts'
import { pick, properName } from '../seed/text.ts'

/** Number of runners that make the requests, so that the result does not depend on one account. */
const RUNNERS = 200
const random = randomFrom(Date.now())
const cookies = Array.from({ length: RUNNERS }, (_, index) => sessionCookie(`runner-${index}`))
const cookie = () => pick(random, cookies)
/** The headers of a call with a JSON body from a page of ours. */
export const JSON_HEADERS = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }

/** Makes the calls of a workload, for a database with `rows` marathons. */
export type Workload = (rows: number) => (index: number, lane: number) => Call

export const list: Workload = () => () => ({
  method: 'GET',
  path: '/api/marathons?sort=desc&limit=100',
  headers: { Cookie: cookie() },
})

export const publicList: Workload = () => () => ({ method: 'GET', path: '/api/allMarathon' })

/** The public page of one event, as a crowd reads it. */
export const eventPage: Workload = () => () => ({ method: 'GET', path: `/e/${marathonId(0)}` })

export const one: Workload = (rows) => () => ({
  method: 'GET',
  path: `/api/marathons/${marathonId(Math.floor(random() * rows))}`,
  headers: { Cookie: cookie() },
})

/** The fields of an application for a new person. @param marathon the marathon's number, by default a random one */
export function application(rows: number, marathon = Math.floor(random() * rows)) {
  return {
    marathonId: marathonId(marathon),
    title: 'As the form shows it',
    startDate: '2027-05-02T08:00:00.000Z',
    firstName: properName(random),
    lastName: `${properName(random)} ${Math.floor(random() * 1e12).toString(36)}`,
    phoneNumber: `+49 ${Math.floor(random() * 1e10)}`,
    email: 'runner@example.com',
    location: properName(random),
    additionalInfo: '',
  }
}

export const newId = (kind: string) => `${kind}-${crypto.randomUUID()}`

export const apply: Workload = (rows) => () => ({
  method: 'POST',
  path: '/api/marathonApplication',
  headers: { Cookie: cookie(), ...JSON_HEADERS },
  body: JSON.stringify({ _id: newId('entry'), ...application(rows) }),
})

/** A sync request of an account, with `ops` new applications. */
export function syncCall(uid: string, cursor: string | null, rows: number, ops: number): Call {
  const at = new Date().toISOString()
  const waiting = Array.from({ length: ops }, () => {
    const id = newId('entry')
    return { opId: newId('op'), v: 1, type: 'application.create', id, base: {}, patch: application(rows), at }
  })
  return {
    method: 'POST',
    path: '/api/sync',
    headers: { Cookie: sessionCookie(uid), ...JSON_HEADERS },
    body: JSON.stringify({ uid, cursor, ops: waiting }),
  }
}
