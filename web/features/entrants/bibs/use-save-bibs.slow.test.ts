import { expect, it, vi } from 'vitest'
import type { Account } from '../../../store/account-context.tsx'
import { readEntrants } from '../../../testing/plain-store.ts'
import { renderHook, until } from '../../../testing/render-hook.tsx'
import { applicationRow, emptyAccount } from '../../../testing/test-account.ts'
import { useSaveBibs } from './use-save-bibs.ts'

const EVENT = 'event-0001'
const COUNT = 1200

async function organiser(): Promise<Account> {
  const db = await emptyAccount()
  const rows = Array.from({ length: COUNT }, (_, index) => applicationRow(`entry-${index}`, EVENT, { mine: false }))
  await db.applications.bulkPut(rows.map((row) => ({ ...row, own: 0, gen: 0 })))
  return { db, author: { name: 'Olga', email: 'olga@example.com' } }
}

const wanted = async ({ db }: Account) =>
  (await readEntrants(db, EVENT)).map((application, index) => ({ application, bib: String(index + 1) }))

it('says while it saves how many bibs are on the disk, and never more', async () => {
  const account = await organiser()
  const labels: [label: string | null, saved: number][] = []
  const page = renderHook(() => useSaveBibs([]), account)
  await until(() => expect(page.value().label).toBeNull())
  const watching = setInterval(async () => {
    const { label } = page.value()
    labels.push([label, await account.db.outbox.count()])
  })
  expect(await page.value().save(await wanted(account))).toBeNull()
  clearInterval(watching)
  expect(await account.db.outbox.count()).toBe(COUNT)
  await until(() => expect(page.value().label).toBeNull())
  const told = labels.flatMap(([label, saved]) => (label ? [[label, saved] as const] : []))
  expect(new Set(told.map(([label]) => label))).toContain('Saving… 500 of 1,200')
  for (const [label, saved] of told)
    expect(saved).toBeGreaterThanOrEqual(Number(label.match(/… ([\d,]+)/)?.[1]?.replace(',', '')))
  page.leave()
})

it('says how many are saved where the phone stores no more, and why', async () => {
  const account = await organiser()
  const { outbox } = account.db
  const page = renderHook(() => useSaveBibs([]), account)
  await until(() => expect(page.value().label).toBeNull())
  const bulkAdd = outbox.bulkAdd.bind(outbox)
  let calls = 0
  const adding = vi.spyOn(outbox, 'bulkAdd').mockImplementation(((records: []) => {
    calls += 1
    if (calls > 1) throw Object.assign(new Error('no space'), { name: 'QuotaExceededError' })
    return bulkAdd(records)
  }) as never)
  expect(await page.value().save(await wanted(account))).toBe(
    '500 of 1,200 are saved on this phone. Then this phone’s storage was full. Try again to go on.',
  )
  adding.mockRestore()
  await until(() => expect(page.value().label).toBeNull())
  page.leave()
})

it('stops after the part that it saves, and says how many are saved', async () => {
  const account = await organiser()
  const page = renderHook(() => useSaveBibs([]), account)
  await until(() => expect(page.value().label).toBeNull())
  const saving = page.value().save(await wanted(account))
  page.value().stop()
  expect(await saving).toBe('Stopped: 500 of 1,200 are saved on this phone.')
  expect(await account.db.outbox.count()).toBe(500)
  expect(await page.value().save(await wanted(account))).toBeNull()
  expect(await account.db.outbox.count()).toBe(COUNT)
  page.leave()
})
