import { expect, it } from 'vitest'
import { renderHook, until } from '../../../testing/render-hook.tsx'
import { emptyAccount } from '../../../testing/test-account.ts'
import { useKeptFile } from './use-kept-file.ts'

it('keeps the choice on this phone, each part of it', async () => {
  const account = { db: await emptyAccount(), author: { name: 'Olivia', email: 'olivia@example.com' } }
  const first = renderHook(useKeptFile, account)
  await until(() => expect(first.value()[0]).toEqual({ format: 'own', separator: ',', hasBom: true, chip: '' }))
  first.value()[1]({ separator: ';' })
  await until(() => expect(first.value()[0].separator).toBe(';'))
  first.value()[1]({ hasBom: false })
  await until(async () => expect((await account.db.drafts.get('csv-file'))?.values).toMatchObject({ hasBom: false }))
  first.leave()
  const next = renderHook(useKeptFile, account)
  await until(() => expect(next.value()[0]).toEqual({ format: 'own', separator: ';', hasBom: false, chip: '' }))
  next.leave()
})
