import { expect, it } from 'vitest'
import { FIRST_SYNC } from '../../data/account-db.ts'
import { readCheckInsOf } from '../../data/check-ins.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { applicationRow, checkInRow, emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { useAnswers } from './use-answers.ts'

const AUTHOR = { name: 'Olivia', email: 'olivia@example.com' }
const EVENT = 'event-0001'

it('a code that the camera of this screen sees again is one scan; the scan of another phone makes a double', async () => {
  const db = await emptyAccount()
  const now = new Date()
  const marathon = marathonRow(EVENT, { mine: true })
  const response = responseOf({
    serverTime: now.toISOString(),
    marathons: [marathon],
    applications: ['entry-ada', 'entry-bo'].map((id) => applicationRow(id, EVENT, { mine: false })),
    checkIns: [checkInRow('scan-gate-b', EVENT, 'entry-bo', { at: now.toISOString(), gate: 'B' })],
  })
  await applyResponse(db, FIRST_SYNC, response, now.getTime())
  const page = renderHook(() => useAnswers({ ...marathon, pending: null }, 'A', () => undefined), {
    db,
    author: AUTHOR,
  })
  await until(() => expect(page.value().shown).toBeNull())
  const scan = async (code: string) => {
    const before = page.value().shown?.n ?? 0
    page.value().scan(code)
    await until(() => expect(page.value().shown?.n).toBe(before + 1))
    const { word, detail } = page.value().shown ?? {}
    const scans = await readCheckInsOf(db, AUTHOR, [code])
    return { word, isSame: detail?.includes('This is still the same scan.'), scans: scans.get(code)?.length }
  }
  expect(await scan('entry-ada')).toEqual({ word: 'Here', isSame: false, scans: 1 })
  expect(await scan('entry-ada')).toEqual({ word: 'Already here', isSame: true, scans: 1 })
  expect(await scan('entry-bo')).toEqual({ word: 'Already here', isSame: false, scans: 2 })
  page.leave()
})
