import { expect, it } from 'vitest'
import { syncBannerMessage } from './sync-banner.tsx'

it('says nothing while everything is sent, offline or not', () => {
  expect(syncBannerMessage('idle', 0)).toBeNull()
  expect(syncBannerMessage('offline', 0)).toBeNull()
  expect(syncBannerMessage('failing', 0)).toBeNull()
  expect(syncBannerMessage('busy', 0)).toBeNull()
})

it('never calls a waiting change sent', () => {
  expect(syncBannerMessage('offline', 1)).toBe(
    'You are offline. 1 change waits on this phone and will be sent automatically.',
  )
  expect(syncBannerMessage('sending', 2)).toBe('2 changes wait on this phone to be sent.')
  expect(syncBannerMessage('needs-sign-in', 2)).toMatch(/2 changes wait on this phone until you log in again/)
})

it('speaks up for what only the user can mend, even with nothing waiting', () => {
  expect(syncBannerMessage('needs-update', 0)).toMatch(/too old/)
  expect(syncBannerMessage('portal', 0)).toMatch(/wants you to log in/)
  expect(syncBannerMessage('needs-sign-in', 0)).toMatch(/Log in again/)
})
