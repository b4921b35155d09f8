import { expect, it } from 'vitest'
import type { Here } from '../../store/rows/here.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, checkInRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { ownChoices } from './own-choices.ts'
import type { PrintField } from './print-columns.ts'
import { PrintedStartList } from './printed-start-list.tsx'

const asked = { isRequired: false, staffSees: false }
const questions = JSON.stringify([
  { id: 'born01', kind: 'birthYear', label: '', ...asked },
  { id: 'sexes1', kind: 'sex', label: '', ...asked },
  { id: 'mother', kind: 'emergency', label: '', ...asked },
])
const staffFields = JSON.stringify([{ id: 'paid01', label: 'Paid', isShown: false }])
const marathon = {
  ...marathonRow('event-0001', { timeZone: 'Europe/Berlin', questions, staffFields, categories: '{"preset":"ten"}' }),
  pending: null,
}
const row = (id: string, other: Parameters<typeof applicationRow>[2]) => {
  return { ...applicationRow(id, 'event-0001', other), pending: null }
}
const rows = [
  row('entry-0001', {
    firstName: 'Ana',
    bib: '12',
    promotedAt: '2027-03-04T23:30:00.000Z',
    'answers.born01': '1990',
    'answers.sexes1': 'F',
    'answers.mother': 'Ma +49 40 12345',
    'answers.gone01': 'M',
    'staff.paid01': 'yes',
  }),
  row('entry-0002', { firstName: 'Bo', status: 'waiting' }),
]
const HERE: Here = new Map([['entry-0001', { ...checkInRow('scan-0001', 'event-0001', 'entry-0001'), pending: null }]])

async function printed(fields: PrintField[], here?: Here) {
  const { box, leave } = renderPart(
    await emptyAccount(),
    <PrintedStartList
      marathon={marathon}
      rows={rows}
      fields={new Set(fields)}
      own={ownChoices(marathon, ['answers.gone01'])}
      waitingPlaces={new Map([['entry-0002', 3]])}
      here={here}
    />,
  )
  const table = await until(() => {
    dispatchEvent(new Event('beforeprint'))
    expect(box.querySelectorAll('tr')).toHaveLength(3)
    return [...box.querySelectorAll('tr')].map((line) => [...line.children].map((cell) => cell.textContent))
  })
  leave()
  return table
}

it('has the chosen columns beside the name, and no contact data unless it is chosen', async () => {
  expect(await printed(['bib', 'status'])).toEqual([
    ['Bib', 'Name', 'Status'],
    ['12', 'Ana Lauf', 'Registered'],
    ['–', 'Bo Lauf', 'Waiting list'],
  ])
  expect(await printed(['checkedInAt', 'gate', 'waitingPlace', 'promotedAt', 'phoneNumber'], HERE)).toEqual([
    ['Name', 'Checked in', 'Gate', 'Place in line', 'From the waiting list', 'Contact Number'],
    ['Ana Lauf', 'Jun 1, 2027, 08:40', 'A', '', 'Mar 5, 2027', '12345 678'],
    ['Bo Lauf', '', '', '3', '', '12345 678'],
  ])
})

it('leaves out who is here while that is not read: an empty cell would say that nobody is', async () => {
  expect((await printed(['bib', 'checkedInAt', 'gate']))[0]).toEqual(['Bib', 'Name'])
})

it('has the chosen answers, category and staff fields, also answers to removed questions', async () => {
  expect(await printed(['category', 'answers.sexes1', 'answers.mother', 'staff.paid01', 'answers.gone01'])).toEqual([
    ['Name', 'Sex', 'Emergency contact', 'Category', 'Paid', 'Answer to a removed question'],
    ['Ana Lauf', 'Female', 'Ma +49 40 12345', 'Female 30–39', 'yes', 'M'],
    ['Bo Lauf', '', '', '', '', ''],
  ])
})
