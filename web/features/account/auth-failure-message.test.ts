import { expect, it } from 'vitest'
import { AuthFailure } from '../../session/auth-failure.ts'
import { authFailureMessage } from './auth-failure-message.ts'

it('tells a captive portal as sync does, and never as a missing network', () => {
  expect(authFailureMessage(new AuthFailure('portal'))).toBe('This network wants you to log in first.')
})

it('leaves it to the sync banner to say that the phone is offline', () => {
  expect(authFailureMessage(new AuthFailure('offline'))).toBe(
    'You need a connection to log in. Try again once you are online.',
  )
})
