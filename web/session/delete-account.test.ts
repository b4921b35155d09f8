import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../contract/limits.ts'
import { deletedAccount, Problem } from '../../contract/problem.ts'
import { accountDbName } from '../store/account-db.ts'
import { deviceDb, storedSession } from '../store/device-db.ts'
import { emptyAccount, queueEdits, sessionOf } from '../testing/test-account.ts'
import { deleteAccount } from './delete-account.ts'
import { type Deletion, deletionOf, putDeletion } from './deletion-marks.ts'
import { endedElsewhere } from './ended-elsewhere.ts'
import { logoutReason } from './logout-reason.ts'
import { prepareSignIn, startSession } from './sign-in.ts'
import { stopTelling, tellDeletion, tellDeletions } from './tell-deletions.ts'

const CONFIG = {
  firebase: { apiKey: 'key', authDomain: 'localhost', projectId: 'startline' },
  emulatorHost: null,
  vapidKey: null,
}
const ASKED_AT = Date.now()
const DELETION: Deletion = {
  uid: 'ada',
  email: 'ada@example.com',
  refreshToken: 'refresh of ada',
  askedAt: ASKED_AT,
  state: 'due',
}

let firebase: Dexie
const network = vi.fn<typeof fetch>()
/** What each address answers. A missing one is out of reach. */
let answers: Record<string, () => Response>
const refused = (message: string) => () => Response.json({ error: { message } }, { status: 400 })
const problem = (error: Problem) => () =>
  Response.json(error.toBody(), { status: error.status, headers: { 'Content-Type': 'application/problem+json' } })

/** The calls so far, without those for the settings and the logout. */
const calls = () =>
  network.mock.calls
    .map(([url, init]) => `${String(url)} ${new Headers(init?.headers).get('Authorization') ?? ''}`.trim())
    .filter((line) => !/config|logout/.test(line))

beforeEach(async () => {
  answers = {
    '/api/config': () => Response.json(CONFIG),
    '/v1/token': () => Response.json({ id_token: 'fresh' }),
    '/api/account/deletion': () => Response.json({ success: true }),
    '/v1/accounts:delete': () => Response.json({}),
    '/api/logout': () => Response.json({ success: true }),
    '/api/jwt': () => Response.json({ success: true, expiresAt: '2027-03-15T00:00:00.000Z' }),
  }
  network.mockReset().mockImplementation(async (url) => {
    const answer = Object.entries(answers).find(([path]) => String(url).includes(path))?.[1]
    if (!answer) throw new TypeError('out of reach')
    return answer()
  })
  vi.stubGlobal('fetch', network)
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
  await Dexie.delete('firebaseLocalStorageDb')
  firebase = new Dexie('firebaseLocalStorageDb')
  firebase.version(1).stores({ firebaseLocalStorage: 'fbase_key' })
  await firebase.table('firebaseLocalStorage').put({
    fbase_key: 'firebase:authUser',
    value: { uid: 'ada', email: 'ada@example.com', stsTokenManager: { refreshToken: 'refresh of ada' } },
  })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  firebase.close()
  await Dexie.delete('firebaseLocalStorageDb')
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
})

const untilState = (state: Deletion['state']) =>
  vi.waitFor(async () => expect((await deletionOf('ada'))?.state).toBe(state), 10_000)

describe('deleting an account', () => {
  it('empties the phone, the outbox too, and tells server and Firebase', async () => {
    const db = await emptyAccount('ada')
    await queueEdits(db, ['op-1'])
    await deviceDb.session.put(sessionOf('ada'))
    await deleteAccount('ada')
    expect(await storedSession()).toBeNull()
    expect(await Dexie.exists(accountDbName('ada'))).toBe(false)
    expect(await firebase.table('firebaseLocalStorage').count()).toBe(0)
    await untilState('done')
    expect(calls()).toEqual([
      'https://securetoken.googleapis.com/v1/token?key=key',
      '/api/account/deletion Bearer fresh',
      'https://identitytoolkit.googleapis.com/v1/accounts:delete?key=key',
    ])
    expect((await deletionOf('ada'))?.refreshToken).toBe('')
  })

  it('is told later where there is no network', async () => {
    answers = {}
    await emptyAccount('ada')
    await deviceDb.session.put(sessionOf('ada'))
    await deleteAccount('ada')
    expect(await storedSession()).toBeNull()
    expect(await tellDeletions()).toBe(false)
    expect(await deletionOf('ada')).toEqual({ ...DELETION, askedAt: expect.any(Number) })
  })

  it('changes nothing where Firebase remembers nobody, or somebody else has logged in', async () => {
    await deviceDb.session.put(sessionOf('bob'))
    await expect(deleteAccount('ada')).rejects.toMatchObject({ code: 'logged-out' })
    await firebase.table('firebaseLocalStorage').clear()
    await deviceDb.session.put(sessionOf('ada'))
    await expect(deleteAccount('ada')).rejects.toMatchObject({ code: 'logged-out' })
    expect((await storedSession())?.uid).toBe('ada')
    expect(await deletionOf('ada')).toBeNull()
  })
})

describe('telling of it', () => {
  beforeEach(() => putDeletion(DELETION))

  it.each<[string, Record<string, () => Response>, Deletion['state']]>([
    ['is done', {}, 'done'],
    [
      'leaves the login where Firebase wants a newer one',
      { '/v1/accounts:delete': refused('CREDENTIAL_TOO_OLD_LOGIN_AGAIN') },
      'login-left',
    ],
    [
      'is refused with a token that Firebase does not take',
      { '/v1/token': refused('USER_DISABLED : The account has been disabled.') },
      'refused',
    ],
    [
      'is refused where the account has logged out everywhere since',
      { '/api/account/deletion': problem(new Problem('UNAUTHENTICATED', '')) },
      'refused',
    ],
  ])('%s', async (_what, other, state) => {
    Object.assign(answers, other)
    expect(await tellDeletions()).toBe(true)
    expect(await deletionOf('ada')).toEqual({ ...DELETION, refreshToken: '', state })
  })

  it.each([
    ['Firebase cannot be reached', '/v1/token', 'due'],
    ['the server cannot be reached', '/api/account/deletion', 'sent'],
    ['Firebase does not delete the login', '/v1/accounts:delete', 'recorded'],
  ])('goes on later where %s', async (_what, path, state) => {
    const { [path]: missing, ...others } = answers
    answers = others
    expect(await tellDeletions()).toBe(false)
    expect(await deletionOf('ada')).toEqual({ ...DELETION, state })
    answers[path] = missing as () => Response
    expect(await tellDeletions()).toBe(true)
    expect((await deletionOf('ada'))?.state).toBe('done')
  })

  it('goes on later where the server is busy, or another page answers', async () => {
    answers['/api/account/deletion'] = problem(new Problem('UNAVAILABLE', ''))
    expect(await tellDeletions()).toBe(false)
    expect((await deletionOf('ada'))?.state).toBe('sent')
    await putDeletion(DELETION)
    // Nothing is recorded where the server counts too many calls.
    answers['/api/account/deletion'] = problem(new Problem('RATE_LIMITED', ''))
    expect(await tellDeletions()).toBe(false)
    expect((await deletionOf('ada'))?.state).toBe('due')
    answers['/v1/token'] = () => new Response('<html>', { status: 200 })
    expect(await tellDeletions()).toBe(false)
    expect((await deletionOf('ada'))?.state).toBe('due')
  })

  it.each(['/v1/token', '/v1/accounts:delete'])('goes on later where %s refuses for a time', async (path) => {
    answers[path] = refused('TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been disabled for a time.')
    expect(await tellDeletions()).toBe(false)
    expect((await deletionOf('ada'))?.refreshToken).toBe('refresh of ada')
  })

  it.each(['due', 'sent'] as const)('after a week needs the user to ask again: %s', async (state) => {
    await putDeletion({ ...DELETION, state, askedAt: ASKED_AT - 8 * DAY_MS })
    expect(await tellDeletions()).toBe(true)
    expect(calls()).toEqual([])
    await tellDeletion('ada')
    expect((await deletionOf('ada'))?.state).toBe('done')
  })

  it('goes on after a week where the server has recorded it', async () => {
    await putDeletion({ ...DELETION, state: 'recorded', askedAt: ASKED_AT - 8 * DAY_MS })
    expect(await tellDeletions()).toBe(true)
    expect((await deletionOf('ada'))?.state).toBe('done')
  })

  it('is done where the answer of Firebase was lost, and the login is gone', async () => {
    await putDeletion({ ...DELETION, state: 'recorded' })
    answers['/v1/token'] = refused('USER_NOT_FOUND')
    expect(await tellDeletions()).toBe(true)
    expect((await deletionOf('ada'))?.state).toBe('done')
  })

  it('does not happen once the user keeps the account, and cannot be taken back later', async () => {
    expect(await stopTelling(DELETION)).toBe(true)
    expect(await tellDeletions()).toBe(true)
    expect(calls()).toEqual([])
    await putDeletion({ ...DELETION, state: 'sent' })
    expect(await stopTelling(DELETION)).toBe(false)
    expect((await deletionOf('ada'))?.state).toBe('sent')
  })
})

describe('a login', () => {
  const user = { uid: 'ada', email: 'ada@example.com', displayName: 'Ada', photoURL: null, getIdToken: async () => 't' }

  it('tells of the deletion first', async () => {
    await putDeletion(DELETION)
    await prepareSignIn()
    expect((await deletionOf('ada'))?.state).toBe('done')
    await startSession(user)
    expect((await storedSession())?.uid).toBe('ada')
    expect(await deletionOf('ada')).toBeNull()
  })

  it('is refused where another tab deletes the account while the server is asked', async () => {
    answers['/api/jwt'] = () => {
      void putDeletion(DELETION)
      return Response.json({ success: true, expiresAt: '2027-03-15T00:00:00.000Z' })
    }
    await expect(startSession(user)).rejects.toMatchObject({ code: 'deleting' })
    expect([await storedSession(), (await deletionOf('ada'))?.state]).toEqual([null, 'due'])
  })

  it.each(['due', 'sent', 'recorded'] as const)(
    'is refused while the deletion is %s, and one of another account is not',
    async (state) => {
      await putDeletion({ ...DELETION, state })
      await expect(startSession(user)).rejects.toMatchObject({ code: 'deleting' })
      expect(await storedSession()).toBeNull()
      await startSession({ ...user, uid: 'bob' })
      expect((await storedSession())?.uid).toBe('bob')
      expect((await deletionOf('ada'))?.state).toBe(state)
    },
  )
})

describe('another phone of the account', () => {
  it('deletes everything, its outbox too, and says why', async () => {
    const db = await emptyAccount('ada')
    await queueEdits(db, ['op-1'])
    const session = sessionOf('ada')
    await deviceDb.session.put(session)
    await endedElsewhere(session, true)
    expect(await storedSession()).toBeNull()
    expect(await Dexie.exists(accountDbName('ada'))).toBe(false)
    expect(await logoutReason()).toBe('deleted')
    db.close()
  })

  it('changes nothing where nobody is signed in any more', async () => {
    await endedElsewhere(sessionOf('ada'), true)
    expect([await storedSession(), await logoutReason()]).toEqual([null, null])
  })

  it('learns it by the answer to a renewal', async () => {
    await emptyAccount('ada')
    await deviceDb.session.put(sessionOf('ada'))
    answers['/api/jwt'] = problem(deletedAccount())
    const { renewCookie } = await import('./session-cookie.ts')
    const ofAda = { uid: 'ada', email: '', displayName: '', photoURL: null, getIdToken: async () => 't' }
    expect(await renewCookie(ofAda)).toBe(false)
    expect(await logoutReason()).toBe('deleted')
    await deviceDb.marks.clear()
    expect(await renewCookie(ofAda), 'nobody is signed in any more').toBe(false)
    expect(await logoutReason()).toBeNull()
  })
})
