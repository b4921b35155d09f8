import { useState } from 'react'
import { expect, it } from 'vitest'
import type { ApplicationView } from '../../store/overlay.ts'
import { HERE } from '../../store/rows/check-in-rules.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, checkInRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { Entrants } from './entrants.tsx'

it('reads the check-ins only for a filter that needs them, and then says how many are here', async () => {
  const db = await emptyAccount()
  const entrants = ['Ana', 'Bo', 'Cem'].map((firstName) => {
    return { ...applicationRow(`entry-${firstName}`, 'event-0001', { firstName }), pending: null }
  })
  await db.checkIns.put({ ...checkInRow('scan-0001', 'event-0001', 'entry-Bo'), first: HERE, gen: 0 })
  const reads = { count: 0 }
  db.checkIns.hook('reading', (row) => {
    reads.count += 1
    return row
  })
  const marathon = { ...marathonRow('event-0001', { role: 'owner' }), pending: null }
  const { box, text, leave } = renderPart(
    db,
    <Entrants marathon={marathon} entrants={entrants} onImport={() => undefined} />,
  )
  const filter = (label: string) => [...box.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))
  const names = () => [...box.querySelectorAll('li')].map((one) => one.querySelector('.text-lg')?.textContent)
  await until(() => expect(names()).toHaveLength(3))
  // A read that was asked for has ended before this.
  await db.transaction('rw', db.tables, () => undefined)
  expect(filter('Here')?.textContent).toBe('Here')
  // Nobody is in a ballot or on a waiting list here.
  expect(text()).not.toMatch(/In the ballot|In line/)
  expect(reads.count).toBe(0)
  filter('Here')?.querySelector('input')?.click()
  await until(() => expect(names()).toEqual(['Bo Lauf']))
  expect(filter('Here')?.textContent).toBe('Here1')
  filter('Not here')?.querySelector('input')?.click()
  await until(() => expect(names()).toEqual(['Ana Lauf', 'Cem Lauf']))
  expect(reads.count).toBe(1)
  leave()
})

let change: (entrants: ApplicationView[]) => void = () => undefined
function Changing({ first }: { first: ApplicationView[] }) {
  const [entrants, set] = useState(first)
  change = set
  const marathon = { ...marathonRow('event-0001', { role: 'owner' }), pending: null }
  return <Entrants marathon={marathon} entrants={entrants} onImport={() => undefined} />
}

it('an open dialog stays, with what is typed in it, when the last entrant leaves', async () => {
  const entrant = { ...applicationRow('entry-0001', 'event-0001', { firstName: 'Ana' }), pending: null }
  const { box, leave } = renderPart(await emptyAccount(), <Changing first={[entrant]} />)
  const open = () =>
    [...box.querySelectorAll('button')].find((one) => /bib/i.test(one.textContent ?? '') && one.closest('li'))
  await until(() => expect(open()).toBeDefined())
  open()?.click()
  const typed = () => document.querySelector<HTMLInputElement>('[role=dialog] input')
  await until(() => expect(typed()).not.toBeNull())
  const input = typed()
  change([])
  await until(() => expect(box.querySelectorAll('li')).toHaveLength(0))
  // A dialog leaves a moment after its parent.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(typed()).toBe(input)
  leave()
})
