import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { Env } from '../env.ts'
import { mailSettings } from '../jobs/mail/mail-settings.ts'
import { runRetention } from '../jobs/retention.ts'
import { requestDeletion } from '../ops/account.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { withMail } from '../testing/mails.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'

const { settings } = withMail()

/** Logs in. @returns the status */
async function login(uid: string, claims: object = {}, body: object = {}, overrides: Partial<Env> = settings) {
  const email = `${uid}@example.com`
  const all = { email, email_verified: true, ...claims }
  const headers = { Authorization: `Bearer ${emulatorToken(uid, all)}`, 'CF-Connecting-IP': newId('ip') }
  const response = await new TestClient(uid, overrides).call('POST', '/jwt', { email: all.email, ...body }, headers)
  return response.status
}

const stored = (uid: string) =>
  env.DB.prepare('SELECT email, language, email_verified, mail, mail_ended FROM account WHERE uid = ?')
    .bind(uid)
    .first<Record<string, unknown>>()
const end = (uid: string) =>
  env.DB.prepare("UPDATE account SET mail = 'needed', mail_ended = 'bounced' WHERE uid = ?").bind(uid).run()

it('is stored at a login with its language and whether it is verified, where mail is set up', async () => {
  const uid = newId('ada')
  expect(await login(uid, {}, { language: 'bn' })).toBe(200)
  const all = { email: `${uid}@example.com`, language: 'bn', email_verified: 1, mail: 'all', mail_ended: null }
  expect(await stored(uid)).toEqual(all)
  // The original client names no language.
  await login(uid, { email_verified: false })
  expect(await stored(uid)).toEqual({ ...all, email_verified: 0 })
  await login(uid, {}, { language: 'ar' })
  expect(await stored(uid)).toEqual({ ...all, language: 'ar' })
  const original = newId('bob')
  await login(original, { email_verified: false })
  expect(await stored(original)).toMatchObject({ email: `${original}@example.com`, language: 'en' })
  expect(await login(uid, {}, { language: 'fr' })).toBe(422)
})

it.each([
  ['the binding', { MAIL: undefined }],
  ['the sender', { MAIL_FROM: '' }],
  ['a sender that is one', { MAIL_FROM: 'Startline <mail>' }],
  ['a sender of one line', { MAIL_FROM: 'Startline\r\nBcc: eve@example.com <mail@run.example>' }],
  ['the origin', { MAIL_ORIGIN: '' }],
  ['an origin that is one', { MAIL_ORIGIN: 'https://run.example/app' }],
  ['a safe origin', { MAIL_ORIGIN: 'http://run.example' }],
  ['the queue', { DELIVERY_QUEUE: undefined }],
] as [string, Partial<Env>][])('is not stored without %s', async (_, missing) => {
  const uid = newId('ada')
  expect(mailSettings({ ...env, ...settings, ...missing })).toBeNull()
  expect(await login(uid, {}, { language: 'de' }, { ...settings, ...missing })).toBe(200)
  expect(await stored(uid)).toMatchObject({ email: '', language: '' })
  const unverified = newId('eve')
  await login(unverified, { email_verified: false }, { language: 'de' }, { ...settings, ...missing })
  expect(await stored(unverified)).toBeNull()
})

it('that bounced gets mail again when it is another one, and the choice stays', async () => {
  const uid = newId('ada')
  await login(uid)
  await end(uid)
  await login(uid, {}, { language: 'es' })
  expect(await stored(uid)).toMatchObject({ mail: 'needed', mail_ended: 'bounced', language: 'es' })
  await login(uid, { email: 'new@example.com' })
  expect(await stored(uid)).toMatchObject({ mail: 'needed', mail_ended: null, email: 'new@example.com' })
})

it('goes with the account, and a login from before the deletion does not bring it back', async () => {
  const uid = newId('ada')
  await login(uid, {}, { language: 'de' })
  await end(uid)
  const now = Math.floor(Date.now() / 1000)
  await requestDeletion(env.DB, uid, now + 1, () => (now + 1) * 1000)
  const empty = { email: '', language: '', mail: 'all', mail_ended: null }
  expect(await stored(uid)).toMatchObject(empty)
  expect(await login(uid, { auth_time: now - 10 })).toBe(401)
  expect(await stored(uid)).toMatchObject(empty)
})

it('is in the account’s own data', async () => {
  const uid = newId('ada')
  await login(uid, {}, { language: 'de' })
  const client = await TestClient.signedIn(uid, settings)
  const { parts } = await (await client.call('GET', '/account/data')).json<{ parts: { account: object[] } }>()
  expect(parts.account).toMatchObject([{ email: `${uid}@example.com`, language: 'de', mail: 'all', mailEnded: null }])
})

it('is forgotten in a night when the account has no entry with contact data and no role', async () => {
  const uids = ['runner', 'left', 'erased', 'owner', 'bounced'].map(newId)
  const [runner, left, erased, owner, bounced] = uids as [string, string, string, string, string]
  const clients = await Promise.all(uids.map((uid) => TestClient.signedIn(uid, settings)))
  const [ofRunner, ofLeft, ofErased, ofOwner] = clients as [TestClient, TestClient, TestClient, TestClient]
  const marathonId = newId('marathon')
  await ofOwner.sync({ ops: [op('marathon.create', marathonId, marathonFields())] })
  for (const client of [ofRunner, ofLeft, ofErased]) {
    const id = newId('application')
    await client.sync({ ops: [op('application.create', id, applicationFields(marathonId))] })
    if (client === ofLeft) await client.sync({ ops: [op('application.delete', id)] })
  }
  await env.DB.prepare("UPDATE application SET erased_at = '2026-01-01' WHERE owner_uid = ?").bind(erased).run()
  await end(bounced)
  const { addressesForgotten } = await runRetention(env.DB, { now: Date.now() })
  expect(addressesForgotten).toBeGreaterThanOrEqual(2)
  const kept = await Promise.all(uids.map(async (uid) => [uid, (await stored(uid))?.email !== '']))
  expect(Object.fromEntries(kept)).toEqual({
    [runner]: true,
    [left]: false,
    [erased]: false,
    [owner]: true,
    [bounced]: true,
  })
})
