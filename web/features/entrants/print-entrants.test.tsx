import { expect, it, vi } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import type { OwnChoice } from './own-choices.ts'
import { usePrintColumns } from './print-columns.ts'
import { PrintEntrants } from './print-entrants.tsx'

const OWN: OwnChoice[] = [
  { field: 'answers.mother', label: 'Emergency contact', shown: () => 'Ma 12345', isUsual: false },
  { field: 'category', label: 'Category', shown: () => 'F30-39', isUsual: true },
]

function Dialog({ onClose, own = [] }: { onClose: () => void; own?: OwnChoice[] }) {
  return <PrintEntrants count={2} columns={usePrintColumns(own)} own={own} isReady onClose={onClose} />
}
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[role=dialog] input')]
const chosen = () => boxes().flatMap((box) => (box.checked ? [box.parentElement?.textContent] : []))

it('prints bib and status at first, takes the columns that fit a sheet, and keeps the choice', async () => {
  const db = await emptyAccount()
  const first = renderPart(db, <Dialog onClose={() => undefined} />)
  await until(() => expect(chosen()).toEqual(['Bib', 'Status']))
  const tapped = ['Checked in', 'Gate', 'Place in line']
  for (const label of tapped) {
    boxes()
      .find((box) => box.parentElement?.textContent === label)
      ?.click()
    await until(() => expect(chosen()).toContain(label))
  }
  await until(() => expect(boxes().filter(({ disabled }) => disabled)).toHaveLength(4))
  first.leave()
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const onClose = vi.fn()
  const second = renderPart(db, <Dialog onClose={onClose} />)
  await until(() => expect(chosen()).toEqual(['Bib', 'Status', ...tapped]))
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Print')
  button?.click()
  expect(onClose).toHaveBeenCalledOnce()
  // The dialog is gone before the paper is printed.
  expect(print).not.toHaveBeenCalled()
  await until(() => expect(print).toHaveBeenCalledOnce())
  vi.unstubAllGlobals()
  second.leave()
})

it('offers columns for questions and category, prints only chosen ones and keeps the choice', async () => {
  const db = await emptyAccount()
  const first = renderPart(db, <Dialog onClose={() => undefined} own={OWN} />)
  await until(() => expect(chosen()).toEqual(['Bib', 'Status']))
  boxes()
    .find((box) => box.parentElement?.textContent === 'Emergency contact')
    ?.click()
  const kept = async () => (await db.drafts.get('print-columns'))?.values
  await until(async () => expect(await kept()).toMatchObject({ 'answers.mother': true }))
  first.leave()
  // Another marathon does not ask it, and the choice for this one stays.
  const other = renderPart(db, <Dialog onClose={() => undefined} />)
  await until(() => expect(chosen()).toEqual(['Bib', 'Status']))
  await new Promise((resolve) => setTimeout(resolve, 50))
  boxes()
    .find((box) => box.parentElement?.textContent === 'Status')
    ?.click()
  await until(async () => expect(await kept()).toMatchObject({ status: false }))
  other.leave()
  const again = renderPart(db, <Dialog onClose={() => undefined} own={OWN} />)
  await until(() => expect(chosen()).toEqual(['Bib', 'Emergency contact']))
  again.leave()
})
