import { expect, it } from 'vitest'
import { emptyAccount } from '../testing/test-account.ts'
import { clearDraft, readDraft, saveDraft } from './drafts.ts'

it('an unfinished form is kept until it is cleared', async () => {
  const db = await emptyAccount()
  expect(await readDraft(db, 'add-marathon')).toBeNull()
  await saveDraft(db, 'add-marathon', { title: 'Half' })
  await saveDraft(db, 'add-marathon', { title: 'Half done' })
  expect(await readDraft(db, 'add-marathon')).toEqual({ title: 'Half done' })
  expect(await readDraft(db, 'apply')).toBeNull()
  await clearDraft(db, 'add-marathon')
  expect(await readDraft(db, 'add-marathon')).toBeNull()
})

it('a phone that can store no draft disturbs nobody who types', async () => {
  const db = await emptyAccount()
  db.close({ disableAutoOpen: true })
  await saveDraft(db, 'add-marathon', { title: 'Half done' })
  expect(await readDraft(db, 'add-marathon')).toBeNull()
  await clearDraft(db, 'add-marathon')
})
