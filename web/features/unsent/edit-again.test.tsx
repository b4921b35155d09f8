import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, opOf } from '../../testing/test-account.ts'
import { EditAgain } from './edit-again.tsx'

it.each([
  ['application.create', 'Show me as “Runner 118” in the results'],
  ['application.walkIn', 'No name in the results'],
])('whether results show the name is a box in a refused %s too', async (type, label) => {
  const db = await emptyAccount()
  const op = opOf(type, { firstName: 'Ada', lastName: 'Lauf', hidesName: true })
  const item = { opId: op.opId, target: `application:${op.id}`, op, at: op.at, code: 'ALREADY_APPLIED' as const }
  await db.inbox.add(item)
  const marathon = { title: 'Harbour Ten', timeZone: 'UTC' }
  const { leave } = renderPart(db, <EditAgain item={item} marathon={marathon} onClose={() => undefined} />)
  const form = () => document.querySelector('[role=dialog] form')
  const box = () => form()?.querySelector<HTMLInputElement>('input[type=checkbox]')
  await until(() => expect(box()?.checked).toBe(true))
  expect(box()?.closest('label')?.textContent).toBe(label)
  expect(form()?.querySelectorAll('input:not([type=checkbox])')).toHaveLength(2)
  leave()
})
