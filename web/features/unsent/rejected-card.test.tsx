import { expect, it, vi } from 'vitest'
import type { FieldErrors } from '../../../contract/field-errors.ts'
import type { ProblemCode } from '../../../contract/problem.ts'
import type { Fields } from '../../../contract/sync.ts'
import type { InboxRecord } from '../../store/account-db.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, opOf } from '../../testing/test-account.ts'
import { RejectedCard } from './rejected-card.tsx'

async function card(type: string, fields: FieldErrors = {}, code: ProblemCode = 'ALREADY_APPLIED', was?: Fields) {
  const db = await emptyAccount()
  const op = opOf(type, { firstName: 'John', lastName: 'Smith' })
  const item: InboxRecord = {
    opId: op.opId,
    target: `application:${op.id}`,
    op,
    at: op.at,
    code,
    fields,
    ...(was && { was }),
  }
  await db.inbox.add(item)
  const marathon = { title: 'Harbour Ten', timeZone: 'UTC' }
  return { db, ...renderPart(db, <RejectedCard item={item} marathon={marathon} onEdit={() => undefined} />) }
}

it.each(['application.create', 'application.update'])('one tap sends %s of a namesake again', async (type) => {
  const { db, tap, text, leave } = await card(type)
  await until(() => expect(text()).toContain('It is another person'))
  tap('It is another person')
  await until(async () =>
    expect((await db.outbox.toArray()).map(({ op }) => op)).toMatchObject([
      { type, patch: { firstName: 'John', lastName: 'Smith', namesake: true } },
    ]),
  )
  expect(await db.inbox.count()).toBe(0)
  leave()
})

it('who applies again finds all of the entry in the form, also that results hide the name', async () => {
  const db = await emptyAccount()
  const op = opOf('application.update', { lastName: 'Byron' })
  const was = { marathonId: 'event-0001', title: 'Harbour Ten', firstName: 'Ada', hidesName: true }
  const item: InboxRecord = { opId: op.opId, target: `application:${op.id}`, op, at: op.at, code: 'GONE', was }
  const marathon = { title: 'Harbour Ten', timeZone: 'UTC' }
  const { tap, text, leave } = renderPart(db, <RejectedCard item={item} marathon={marathon} onEdit={() => undefined} />)
  await until(() => expect(text()).toContain('Apply again'))
  tap('Apply again')
  const values = { firstName: 'Ada', lastName: 'Byron', hidesName: 'true' }
  await until(async () => expect((await db.drafts.get('apply:event-0001'))?.values).toEqual(values))
  leave()
})

it('a phone that cannot store the new form says so', async () => {
  const { db, tap, text, leave } = await card('application.update', {}, 'GONE', { marathonId: 'event-0001' })
  await until(() => expect(text()).toContain('Apply again'))
  vi.spyOn(db.drafts, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  tap('Apply again')
  await until(() => expect(document.querySelector('.swal2-popup')?.textContent).toContain('storage is full'))
  document.querySelector<HTMLElement>('.swal2-confirm')?.click()
  leave()
})

it('a second ticket in a ballot is not offered', async () => {
  const { text, leave } = await card('application.create', { namesake: { code: 'NOT_IN_BALLOT' } })
  await until(() => expect(text()).toContain('an account can enter each name only once'))
  expect(text()).not.toContain('It is another person')
  leave()
})

it.each([
  ['application.walkIn', 'entry'],
  ['application.assignBib', 'bib'],
])('who discards %s of a lost role reads that the organiser has it', async (type, field) => {
  const { text, tap, leave } = await card(type, { [field]: { code: 'WITH_ORGANISER' } }, 'FORBIDDEN')
  await until(() => expect(text()).toContain('The organiser has'))
  expect(text()).not.toContain('Edit and send again')
  tap('Discard')
  const popUp = () => document.querySelector('.swal2-popup')
  await until(() => expect(popUp()?.textContent).toContain('The organiser has it.'))
  document.querySelector<HTMLElement>('.swal2-cancel')?.click()
  await until(() => expect(popUp()).toBeNull())
  leave()
})
