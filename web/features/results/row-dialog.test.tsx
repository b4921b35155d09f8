import { expect, it } from 'vitest'
import type { Race } from '../../marathon/race/use-race.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { RowDialog } from './row-dialog.tsx'

const row = {
  ...{ entry: 'entry-0001', bib: '7', state: 'started' as const, time: null, place: null, splits: [], reason: '' },
  recordings: [],
}
const race = {
  ...{ results: { rows: [row], gun: 0, doubts: [], counts: { missed: 0 } }, rows: {}, timed: [], entries: [] },
  ...{ recorded: { recordings: [], rulings: [] }, entrants: new Map(), ofBib: new Map(), here: new Map() },
} as unknown as Race
const FULL = 'The storage of this phone is full.'

it('says in the dialog that a decision is not stored, and keeps the reason that was typed', async () => {
  let isStored = false
  const { leave } = renderPart(
    await emptyAccount(),
    <RowDialog
      row={row}
      race={race}
      marathon={{ ...marathonRow('event-0001', { role: 'owner' }), pending: null }}
      rule={async () => isStored}
      failure={FULL}
      onClose={() => undefined}
    />,
  )
  const dialog = () => document.querySelector('[role=dialog]') as HTMLElement
  await until(() => expect(dialog().textContent).toContain('Bib 7'))
  // What failed before is not of this dialog.
  expect(dialog().textContent).not.toContain(FULL)
  const reason = dialog().querySelector<HTMLInputElement>('input[name=reason]') as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(reason, 'Took the tram.')
  reason.dispatchEvent(new Event('input', { bubbles: true }))
  const button = () =>
    [...dialog().querySelectorAll('button')].find(({ textContent }) => textContent === 'Disqualified')
  const tap = () => button()?.click()
  await until(() => expect(button()?.disabled).toBe(false))
  tap()
  await until(() => expect(dialog().textContent).toContain(FULL))
  expect(reason.value).toBe('Took the tram.')
  isStored = true
  tap()
  await until(() => expect(dialog().textContent).not.toContain(FULL))
  expect(reason.value).toBe('')
  leave()
})
