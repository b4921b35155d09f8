import { beforeEach, expect, it } from 'vitest'
import { pageScript } from '../build/page-script.ts'
import { LINK_PATHS } from '../page.ts'
import { keepToken, openedToken } from './link-token.ts'

const take = () => new Function(pageScript())()
beforeEach(() => {
  for (const path of LINK_PATHS) keepToken(path, null)
  history.replaceState(null, '', '/')
})

it.each(LINK_PATHS)('the token of a link to %s leaves the address, and the tab keeps it', (path) => {
  history.replaceState(null, '', `${path}/c2FtcGxl.LWxpbms`)
  take()
  expect([location.pathname, openedToken(path)]).toEqual([path, 'c2FtcGxl.LWxpbms'])
  // A reload.
  take()
  expect([location.pathname, openedToken(path)]).toEqual([path, 'c2FtcGxl.LWxpbms'])
  expect(LINK_PATHS.map(openedToken).filter(Boolean)).toHaveLength(1)
})

it.each(['/', '/invitation', '/invitation/', '/invitation/a/b', '/marathons/invitation', '/take', '/e/take'])(
  'the address %s stays as it is',
  (path) => {
    history.replaceState(null, '', path)
    take()
    expect([location.pathname, ...LINK_PATHS.map(openedToken)]).toEqual([path, null, null])
  },
)

it('the token is forgotten when the link was used', () => {
  keepToken('/invitation', 'token')
  keepToken('/invitation', null)
  expect(openedToken('/invitation')).toBeNull()
})
