import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AccountDb } from '../../../store/account-db.ts'
import { deviceDb } from '../../../store/device-db.ts'
import { readDraft, saveDraft, unfinishedForms } from '../../../store/drafts.ts'
import { renderHook, until } from '../../../testing/render-hook.tsx'
import { emptyAccount, sessionOf } from '../../../testing/test-account.ts'
import { useSheet, withTyped } from './use-sheet.ts'

const KEY = 'sheet:event-0001'
const author = { name: 'Tina Timer', email: 'tina@example.com' }
const line = (time: string, bib: string) => ({ time, bib })
const LINES = [line('1:00', '1'), line('1:01', '2')]
let db: AccountDb

beforeEach(async () => {
  db = await emptyAccount()
  await deviceDb.session.put(sessionOf(db.uid))
})
afterEach(() => vi.restoreAllMocks())

const open = () => renderHook(() => useSheet('event-0001'), { db, author })
const stored = async () => (await readDraft(db, KEY)) as Record<string, unknown>

it('what is typed before the kept sheet is read comes behind it, on the screen and on the disk', async () => {
  await saveDraft(db, KEY, { id: 'sheet-1', lines: LINES, typed: line('1:0', ''), editing: null })
  let isRead = () => {}
  const gate = new Promise<void>((resolve) => {
    isRead = resolve
  })
  const get = db.drafts.get.bind(db.drafts)
  const slow = vi.spyOn(db.drafts, 'get').mockImplementation((async (key: string) => {
    await gate
    return get(key)
  }) as never)
  const { value, leave } = open()
  await until(() => expect(value()).toBeDefined())
  value().change({ typed: line('1', '') })
  await until(() => expect(value().typed).toEqual(line('1', '')))
  isRead()
  // The line that was typed before is done, so that nothing of it is lost.
  const whole = { id: 'sheet-1', lines: [...LINES, line('1:0', '')], typed: line('1', ''), editing: null }
  await until(() => expect(value()).toMatchObject(whole))
  slow.mockRestore()
  await until(async () => expect(await stored()).toMatchObject(whole))
  leave()
})

it('a sheet is unfinished from its first digit until all of it is recorded', async () => {
  const { value, leave } = open()
  await until(() => expect(value()).toBeDefined())
  const unfinished = async () => (await unfinishedForms(db)).map(({ form }) => form)
  const becomes = (lines: typeof LINES, forms: string[]) =>
    until(async () => {
      expect(await stored()).toMatchObject({ lines })
      expect(await unfinished()).toEqual(forms)
    })
  value().change({ settings: { ...value().settings, point: 'start' } })
  await becomes([], [])
  value().change({ lines: LINES })
  await becomes(LINES, ['sheet'])
  value().noteSaved(LINES)
  await becomes(LINES, [])
  const more = [...LINES, line('1:02', '3')]
  value().change({ lines: more })
  await becomes(more, ['sheet'])
  // The third line was typed while the first two were being recorded.
  value().noteSaved(LINES)
  value().change({ typed: line('1', '') })
  value().noteSaved(more)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await becomes(more, ['sheet'])
  leave()
})

it('lines that are recorded only once another sheet has begun do not come back', async () => {
  const { value, leave } = open()
  await until(() => expect(value()).toBeDefined())
  value().change({ lines: LINES })
  await until(() => expect(value().lines).toEqual(LINES))
  const before = value()
  value().clear()
  before.noteSaved(LINES)
  await until(() => expect(value().lines).toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(value().lines).toEqual([])
  expect(await readDraft(db, KEY)).toBeNull()
  leave()
})

it('a line that is being changed is still that line after the app was closed', async () => {
  const first = open()
  await until(() => expect(first.value()).toBeDefined())
  first.value().change({ lines: LINES })
  await until(() => expect(first.value().lines).toEqual(LINES))
  first.value().change({ typed: line('1:02', '2'), editing: 1 })
  await until(async () => expect(await stored()).toMatchObject({ editing: 1 }))
  first.leave()
  const second = open()
  await until(() => expect(second.value()).toMatchObject({ lines: LINES, typed: line('1:02', '2'), editing: 1 }))
  expect(withTyped(second.value())).toEqual([line('1:00', '1'), line('1:02', '2')])
  second.leave()
})
