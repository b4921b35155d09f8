import { afterEach, expect, it } from 'vitest'
import { deviceDb } from '../../data/device-db.ts'
import { readDraft } from '../../data/drafts.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, sessionOf } from '../../testing/test-account.ts'
import { useDraft } from './use-draft.ts'

function Form() {
  const { keep } = useDraft('add-marathon', () => undefined)
  return (
    <button type="button" onClick={() => keep({ title: 'Half done' })}>
      type
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

afterEach(() => deviceDb.session.clear())

it('what was typed just before the form is left is kept', async () => {
  await deviceDb.session.put(sessionOf('uid-draft'))
  const db = await typeAndLeave('uid-draft')
  await until(async () => expect(await readDraft(db, 'add-marathon')).toEqual({ title: 'Half done' }))
})

it('a form that a logout closes brings nothing back', async () => {
  const db = await typeAndLeave('uid-gone')
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(await readDraft(db, 'add-marathon')).toBeNull()
})
