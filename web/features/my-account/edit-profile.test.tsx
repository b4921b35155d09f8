import { expect, it, vi } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { EditProfile } from './edit-profile.tsx'

const known = vi.hoisted(() => ({
  user: { displayName: 'Ada', photoURL: 'https://example.com/old.jpg' },
  saveProfile: vi.fn(async () => undefined),
}))
vi.mock('../../session/auth-context.tsx', () => ({ useAuth: () => ({ user: known.user }) }))
vi.mock('../../session/save-profile.ts', () => ({ saveProfile: known.saveProfile }))

it('saving the name leaves the photo that another tab has set meanwhile', async () => {
  const db = await emptyAccount()
  const { box, type, leave } = renderPart(db, <EditProfile />)
  await until(() => expect(box.querySelector('input')?.value).toBe('Ada'))
  known.user = { displayName: 'Ada', photoURL: 'https://example.com/new.jpg' }
  type('Ada Lauf')
  await until(() => expect(box.querySelector('input')?.value).toBe('Ada Lauf'))
  box.querySelector('form')?.requestSubmit()
  const saved = { displayName: 'Ada Lauf', photoURL: 'https://example.com/new.jpg' }
  await until(() => expect(known.saveProfile.mock.calls).toEqual([[db.uid, saved]]))
  await until(() => expect(document.querySelector('.swal2-popup')).not.toBeNull())
  document.querySelector<HTMLElement>('.swal2-confirm')?.click()
  leave()
})
