import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { deviceDb } from '../store/device-db.ts'
import { readDraft, saveDraft } from '../store/drafts.ts'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { emptyAccount, sessionOf } from '../testing/test-account.ts'
import { useDraft } from './use-draft.ts'

function Form() {
  const [restored, setRestored] = useState('')
  const { keep } = useDraft('add-marathon', (values) => setRestored(JSON.stringify(values)))
  return (
    <button type="button" onClick={() => keep({ title: 'Half done' })}>
      type{restored}
    </button>
  )
}

/** Types, and leaves the form at once. */
async function typeAndLeave(uid: string) {
  const db = await emptyAccount(uid)
  const { text, tap, leave } = renderPart(db, <Form />)
  await until(() => expect(text()).toContain('type'))
  tap('type')
  leave()
  return db
}

afterEach(() => {
  vi.restoreAllMocks()
  return deviceDb.session.clear()
})

it('what was typed just before the form is left is kept', async () => {
  await deviceDb.session.put(sessionOf('uid-draft'))
  const db = await typeAndLeave('uid-draft')
  await until(async () => expect(await readDraft(db, 'add-marathon')).toEqual({ title: 'Half done' }))
})

it('a form that opens again at once has what was typed last, and not what was stored before', async () => {
  await deviceDb.session.put(sessionOf('uid-again'))
  const db = await emptyAccount('uid-again')
  await saveDraft(db, 'add-marathon', { title: 'Older' })
  const first = renderPart(db, <Form />)
  await until(() => expect(first.text()).toContain('Older'))
  // The last write of the first form is late, because the device's database is busy.
  vi.spyOn(deviceDb.session, 'get').mockImplementation(
    (() => new Promise((resolve) => setTimeout(resolve, 200, sessionOf('uid-again')))) as never,
  )
  first.tap(first.text())
  first.leave()
  const second = renderPart(db, <Form />)
  await until(() => expect(second.text()).toContain('{'))
  expect(second.text()).toContain('Half done')
  second.leave()
})

it('a form that a logout closes brings nothing back', async () => {
  const db = await typeAndLeave('uid-gone')
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(await readDraft(db, 'add-marathon')).toBeNull()
})
