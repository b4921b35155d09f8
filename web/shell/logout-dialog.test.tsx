import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountDb, InboxRecord } from '../store/account-db.ts'
import { DRAFT_FORMS } from '../store/drafts.ts'
import type { WipeChoice } from '../store/forget-account.ts'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { emptyAccount, marathonRow, opOf } from '../testing/test-account.ts'
import { LogoutDialog } from './logout-dialog.tsx'

let db: AccountDb
let leave: () => void
const onLeave = vi.fn<(choice: WipeChoice) => Promise<void>>(async () => undefined)
const said = () => document.body.textContent ?? ''
const button = (name: string) => [...document.body.querySelectorAll('button')].find((one) => one.textContent === name)

beforeEach(async () => {
  db = await emptyAccount()
  onLeave.mockClear()
})
afterEach(() => leave())

function ask() {
  const dialog = <LogoutDialog pending={false} onLeave={onLeave} onCancel={() => undefined} />
  leave = renderPart(db, dialog).leave
}

describe('the logout', () => {
  it('names unfinished forms, and keeps them where the user wants that', async () => {
    await db.marathons.put({ ...marathonRow('event-0001', { title: 'Harbour Ten' }), own: 1, gen: 0 })
    await db.drafts.bulkPut(
      ['add-marathon', 'notice:event-0001', 'csv-columns', 'check-in:event-0001', 'apply:event-gone'].map((key) => ({
        key,
        values: {},
        at: 0,
      })),
    )
    ask()
    await until(() =>
      expect(said()).toContain(
        '3 unfinished forms: Add Marathon, Marathon Registration Form and Write a notice (Harbour Ten).',
      ),
    )
    expect(said()).toContain('You will logged Out.')
    button('Keep on this phone for this account')?.click()
    await until(() => expect(onLeave.mock.calls).toEqual([['keep']]))
  })

  it('names each form that keeps a draft, also what was typed of a sheet', async () => {
    await db.drafts.bulkPut(DRAFT_FORMS.map((key) => ({ key, values: { lines: [] }, at: 0 })))
    await db.drafts.delete('edit-again')
    ask()
    await until(() => expect(said()).toContain(`${DRAFT_FORMS.length - 1} unfinished forms: `))
    expect(said()).toContain('Type in a sheet')
  })

  it('says nothing of forms where there are none, of a saved sheet or of a handled edit', async () => {
    await db.drafts.put({ key: 'csv-columns', values: {}, at: 0 })
    await db.drafts.put({ key: 'sheet:event-0001', values: { isSaved: true }, at: 0 })
    await db.drafts.put({ key: 'edit-again:op-0001', values: { email: 'zoe@new.example' }, at: 0 })
    ask()
    await until(() => expect(button('Yes, Logout')).toBeDefined())
    expect(said()).not.toContain('unfinished')
    expect(button('Keep on this phone for this account')).toBeUndefined()
  })

  it('names a few of thousands of edits that were not accepted, and how many more there are', async () => {
    await db.inbox.bulkAdd(
      Array.from({ length: 2000 }, (_, n): InboxRecord => {
        const id = `entry-${n + 10_000}`
        const op = { ...opOf('application.assignBib', { bib: String(n) }), id, opId: `op-${n + 10_000}` }
        return { opId: op.opId, target: `application:${id}`, op, at: '2027-01-01T00:00:00.000Z', code: 'BIB_TAKEN' }
      }),
    )
    ask()
    await until(() => expect(said()).toContain('…and 1,980 more.'))
    expect(document.body.querySelectorAll('li')).toHaveLength(21)
  })
})
