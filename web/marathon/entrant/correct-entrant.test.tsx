import { expect, it } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import type { ApplicationView } from '../../store/overlay.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { CorrectEntrant } from './correct-entrant.tsx'

const form = () => document.querySelector('[role=dialog]:not(.swal2-popup) form')
const submit = () => form()?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
const box = () => form()?.querySelector<HTMLInputElement>('input[type=checkbox]') ?? null

async function open(role: Role, part: Partial<ApplicationView>, draft: Record<string, string> = {}) {
  const db = await emptyAccount()
  const key = 'correct-entrant:event-0001:entry-0001'
  if (Object.keys(draft).length > 0) await db.drafts.put({ key, values: draft, at: 0 })
  const row = applicationRow('entry-0001', 'event-0001', { mine: false, isClaimed: false, ...part })
  const entrant = { ...row, pending: null }
  const marathon = { ...marathonRow('event-0001', { role }), pending: null }
  let isOpen = true
  const close = () => {
    isOpen = false
  }
  const { leave } = renderPart(db, <CorrectEntrant entrant={entrant} marathon={marathon} onClose={close} />)
  await until(() => expect(form()).not.toBeNull())
  return { db, leave, isOpen: () => isOpen }
}

it.each<[who: string, role: Role, part: Partial<ApplicationView>, otherFields: number]>([
  ['an organiser', 'organiser', {}, 5],
  ['a desk, which corrects names', 'desk', {}, 2],
  ['an organiser, once the contact data is erased', 'owner', { firstName: '', lastName: '' }, 0],
])('%s hides the name of who has no account, and shows it again', async (_who, role, part, otherFields) => {
  for (const hidesName of [false, true]) {
    const { db, leave, isOpen } = await open(role, { ...part, hidesName })
    expect(box()?.checked).toBe(hidesName)
    expect(form()?.querySelectorAll('input:not([type=checkbox]), textarea')).toHaveLength(otherFields)
    box()?.click()
    submit()
    await until(() => expect(isOpen()).toBe(false))
    expect((await db.outbox.toArray()).map(({ op }) => op)).toMatchObject([
      { type: 'application.correct', patch: { hidesName: !hidesName }, base: { hidesName } },
    ])
    leave()
  }
})

it('of an entry with an account it is the runner’s word', async () => {
  const { leave } = await open('owner', { isClaimed: true })
  expect(form()?.textContent).toContain('Email')
  expect(box()).toBeNull()
  leave()
})

it('what staff began to say is dropped once the runner has an account, and the rest is kept', async () => {
  const { db, leave, isOpen } = await open('owner', { isClaimed: true }, { firstName: 'Bo', hidesName: 'true' })
  await until(() => expect(form()?.querySelector<HTMLInputElement>('[name=firstName]')?.value).toBe('Bo'))
  submit()
  await until(() => expect(isOpen()).toBe(false))
  expect((await db.outbox.toArray()).map(({ op }) => op.patch)).toEqual([{ firstName: 'Bo' }])
  leave()
})
