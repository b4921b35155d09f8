import { expect, it } from 'vitest'
import type { StaffField } from '../../../../contract/questions/questions.ts'
import { PartlySaved } from '../../../store/rows/many/enqueue-in-parts.ts'
import { fillStaffField } from '../../../store/rows/many/fill-staff-field.ts'
import { readEntrants } from '../../../testing/plain-store.ts'
import { until } from '../../../testing/render-hook.tsx'
import { renderPart } from '../../../testing/render-part.tsx'
import { applicationRow, emptyAccount } from '../../../testing/test-account.ts'
import { EditField } from './edit-field.tsx'
import { FillField } from './fill-field.tsx'

const EVENT = 'event-0001'
const PAID: StaffField = { id: 'paid01', label: 'Paid', isShown: false }
const NOTE: StaffField = { id: 'note01', label: 'Note', isShown: true }

/** Entrants of whom the field says this. */
async function keep(values: readonly string[]) {
  const db = await emptyAccount()
  const rows = values.map((value, index) => {
    const id = `entry-${String(index).padStart(5, '0')}`
    const row = applicationRow(id, EVENT, { mine: false, ...(value === '' ? {} : { 'staff.paid01': value }) })
    return { ...row, own: 0 as const, gen: 0 }
  })
  await db.applications.bulkPut(rows)
  const entrants = await readEntrants(db, EVENT)
  const [first] = entrants
  if (!first) throw new Error('no entrant')
  return { db, entrants, first }
}
// A pop-up of another file may come late: the files of a thread share one page.
const dialog = () => document.querySelector('[role=dialog]:not(.swal2-popup)')?.textContent ?? ''
const input = () =>
  document.querySelector<HTMLInputElement>('[role=dialog]:not(.swal2-popup) input') as HTMLInputElement
function type(text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
  input().dispatchEvent(new Event('input', { bubbles: true }))
}
const save = () =>
  document.querySelector<HTMLButtonElement>('[role=dialog]:not(.swal2-popup) button[type=submit]')?.click()

it('one field is open for typing at once, and is saved with what it said before as its base', async () => {
  const { db, first } = await keep(['no'])
  let isOpen = true
  const part = renderPart(
    db,
    <EditField entrant={first} field={PAID} known={['no', 'yes']} onClose={() => (isOpen = false)} />,
  )
  await until(() => expect(document.activeElement).toBe(input()))
  expect(input().value).toBe('no')
  type('  yes ')
  save()
  await until(() => expect(isOpen).toBe(false))
  const [{ op } = { op: null }] = await db.outbox.toArray()
  expect(op).toMatchObject({
    type: 'application.correct',
    id: 'entry-00000',
    patch: { 'staff.paid01': 'yes' },
    base: { 'staff.paid01': 'no' },
  })
  part.leave()
})

it('a text that is too long is said with its field and its limit, and stays', async () => {
  const { db, first } = await keep([''])
  const part = renderPart(db, <EditField entrant={first} field={PAID} known={[]} onClose={() => undefined} />)
  await until(() => expect(document.activeElement).toBe(input()))
  type('x'.repeat(301))
  save()
  await until(() => expect(dialog()).toMatch(/Paid .*300/))
  expect(input().value).toHaveLength(301)
  expect(await db.outbox.count()).toBe(0)
  part.leave()
})

it('says how many it changes, and how many had something else, before it fills in the field', async () => {
  const { db, entrants } = await keep(['', 'yes', 'no', ''])
  let isOpen = true
  const part = renderPart(db, <FillField fields={[PAID, NOTE]} rows={entrants} onClose={() => (isOpen = false)} />)
  await until(() => expect(dialog()).toContain('For all 4 entrants that are shown.'))
  type('yes')
  await until(() => expect(dialog()).toContain('3 are changed. 1 of them had something else.'))
  expect(await db.outbox.count()).toBe(0)
  save()
  await until(() => expect(isOpen).toBe(false))
  const ops = (await db.outbox.orderBy('n').toArray()).map(({ op }) => [op.id, op.patch, op.base])
  expect(ops).toEqual([
    ['entry-00000', { 'staff.paid01': 'yes' }, { 'staff.paid01': '' }],
    ['entry-00002', { 'staff.paid01': 'yes' }, { 'staff.paid01': 'no' }],
    ['entry-00003', { 'staff.paid01': 'yes' }, { 'staff.paid01': '' }],
  ])
  part.leave()
})

it('what is stored before a failure stays, and filling in again does the rest', async () => {
  const { db, entrants } = await keep(Array.from({ length: 1200 }, () => ''))
  const stop = new AbortController()
  const onSaved = () => stop.abort()
  expect(await fillStaffField(db, entrants, 'staff.paid01', 'yes', { onSaved, signal: stop.signal })).toHaveLength(500)
  const left = await readEntrants(db, EVENT)
  expect(left.filter((one) => one['staff.paid01'] === 'yes')).toHaveLength(500)
  expect(await fillStaffField(db, left, 'staff.paid01', 'yes')).toHaveLength(700)
  const full = () => db.close()
  await expect(
    fillStaffField(db, await readEntrants(db, EVENT), 'staff.paid01', 'no', { onSaved: full }),
  ).rejects.toThrow(PartlySaved)
})
