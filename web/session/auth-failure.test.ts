import { describe, expect, it } from 'vitest'
import { AuthFailure, passwordFailure, toAuthFailure } from './auth-failure.ts'

describe('passwordFailure', () => {
  it.each([
    ['Ab1cd', 'short-password'],
    ['abcdef', 'easy-password'],
    ['ABCDEF', 'easy-password'],
    ['123456', 'easy-password'],
  ])('refuses %s as %s', (password, code) => {
    expect(passwordFailure(password)).toEqual(expect.objectContaining({ code }))
  })

  it('takes six characters with both cases', () => {
    expect(passwordFailure('Abcdef')).toBeNull()
  })
})

describe('toAuthFailure', () => {
  it.each([
    ['auth/invalid-credential', 'invalid-credential'],
    ['auth/invalid-login-credentials', 'invalid-credential'],
    ['auth/user-not-found', 'invalid-credential'],
    ['auth/wrong-password', 'invalid-credential'],
    ['auth/invalid-email', 'invalid-credential'],
    ['auth/email-already-in-use', 'email-in-use'],
    ['auth/weak-password', 'short-password'],
    ['auth/network-request-failed', 'offline'],
    ['auth/too-many-requests', 'rate-limited'],
    ['auth/popup-closed-by-user', 'popup-closed'],
    ['auth/cancelled-popup-request', 'popup-closed'],
    ['auth/something-new', 'other'],
  ])('tells %s as %s', (code, expected) => {
    expect(toAuthFailure(Object.assign(new Error('x'), { code })).code).toBe(expected)
  })

  it.each([null, undefined, 'a text', new TypeError('x is not a function')])(
    'tells %s as other, with its cause',
    (cause) => {
      expect(toAuthFailure(cause)).toMatchObject({ code: 'other', cause })
    },
  )

  it('leaves an AuthFailure as it is', () => {
    const failure = new AuthFailure('easy-password')
    expect(toAuthFailure(failure)).toBe(failure)
  })
})
