import { beforeEach, expect, it } from 'vitest'
import { pageScript } from '../build/page-script.ts'
import { keepInvitation, openedInvitation } from './invitation-token.ts'

const take = () => new Function(pageScript())()
beforeEach(() => {
  keepInvitation(null)
  history.replaceState(null, '', '/')
})

it('the token of an invitation leaves the address, and the tab keeps it', () => {
  history.replaceState(null, '', '/invitation/c2FtcGxlLWludml0YXRpb24')
  take()
  expect([location.pathname, openedInvitation()]).toEqual(['/invitation', 'c2FtcGxlLWludml0YXRpb24'])
  // A reload.
  take()
  expect([location.pathname, openedInvitation()]).toEqual(['/invitation', 'c2FtcGxlLWludml0YXRpb24'])
})

it.each(['/', '/invitation', '/invitation/', '/invitation/a/b', '/marathons/invitation'])(
  'the address %s stays as it is',
  (path) => {
    history.replaceState(null, '', path)
    take()
    expect([location.pathname, openedInvitation()]).toEqual([path, null])
  },
)

it('the token is forgotten when the invitation is accepted', () => {
  keepInvitation('token')
  keepInvitation(null)
  expect(openedInvitation()).toBeNull()
})
