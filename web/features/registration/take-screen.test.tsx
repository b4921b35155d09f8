import { afterEach, expect, it, vi } from 'vitest'
import { Problem } from '../../../contract/problem.ts'
import { newEntryCode } from '../../../contract/text/entry-code.ts'
import { entryToken } from '../../../contract/text/entry-link.ts'
import { TAKE_PATH } from '../../page.ts'
import { keepToken, openedToken } from '../../session/link-token.ts'
import type { AccountDb } from '../../store/account-db.ts'
import { enqueueOps } from '../../store/outbox.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { TakeScreen } from './take-screen.tsx'

const FOUND = {
  kind: 'claim',
  marathonId: 'event-0001',
  title: 'Harbour Ten',
  location: 'Hamburg',
  startDate: '2037-03-05T08:00:00.000Z',
  timeZone: 'UTC',
  until: null,
  person: 'Ada Lauf',
}
const answers: unknown[] = []
vi.mock('../../calls/entries.ts', () => ({
  fetchLinkedEntry: async () => {
    const found = answers.shift()
    if (found) return found
    throw new Problem('NOT_FOUND', 'Not found.')
  },
}))

afterEach(() => {
  keepToken(TAKE_PATH, null)
  answers.length = 0
})

async function opened(secret: string, db?: AccountDb) {
  const token = entryToken({ id: 'entry-0001', secret })
  keepToken(TAKE_PATH, token)
  return { token, ...renderPart(db ?? (await emptyAccount()), <TakeScreen />) }
}

it.each(['application.takeOver', 'application.claim'] as const)(
  'what this phone has queued of a link is not asked for again: %s',
  async (type) => {
    const db = await emptyAccount()
    await db.marathons.put({ ...marathonRow('event-0001'), own: 0, gen: 0 })
    const isClaim = type === 'application.claim'
    const patch = { marathonId: 'event-0001', from: 'entry-0001', firstName: 'Ada', lastName: 'Lauf' }
    await enqueueOps(db, [{ type, id: isClaim ? 'entry-0001' : 'entry-0002', patch } as never])
    answers.push({ ...FOUND, kind: isClaim ? 'claim' : 'offer', until: '2037-03-01T08:00:00.000Z' })
    const { text, box, leave } = await opened('A'.repeat(22), db)
    await until(() => expect(text()).toContain(isClaim ? 'Saved on this phone' : 'Ada Lauf'))
    expect(box.querySelector('form')).toBeNull()
    expect(text()).not.toContain('The desk entered')
    leave()
  },
)

it('a walk-in that the desk has not sent is asked for again, until it is there', async () => {
  const { token, text, tap, leave } = await opened(newEntryCode())
  await until(() => expect(text()).toContain('This entry cannot be claimed now.'))
  expect(text()).toContain('somebody has taken the entry already')
  expect(openedToken(TAKE_PATH)).toBe(token)
  answers.push(FOUND)
  await until(() => tap('Try again'))
  await until(() => expect(text()).toContain('The desk entered Ada Lauf for this event.'))
  leave()
})

it('an offer that is gone leads to no entry any more', async () => {
  const { text, leave } = await opened('A'.repeat(22))
  await until(() => expect(text()).toContain('This link does not lead to an entry any more.'))
  expect(text()).not.toContain('Try again')
  leave()
})
