import { afterEach, expect, it, vi } from 'vitest'
import { hadMail, noteMail, readNotedMail } from '../../session/push/noted-mail.ts'
import { deviceDb, MAIL_MARK } from '../../store/device-db.ts'
import { until } from '../../testing/render-hook.tsx'
import { CONFIG_QUERY } from './config-query.ts'

const CONFIG = { firebase: { apiKey: '', authDomain: '', projectId: '' }, emulatorHost: null, vapidKey: null }

const marked = async () => (await deviceDb.marks.get(MAIL_MARK))?.value

afterEach(async () => {
  vi.unstubAllGlobals()
  await deviceDb.marks.clear()
})

it('notes whether the server sends mails, and keeps that where the network fails', async () => {
  let answer: object = {}
  vi.stubGlobal('fetch', async () => Response.json(answer))
  for (const mail of [true, false, true]) {
    answer = { ...CONFIG, mail }
    expect(await CONFIG_QUERY.queryFn()).toEqual(answer)
    expect(hadMail()).toBe(mail)
    await until(async () => expect(await marked()).toBe(mail ? 'yes' : 'no'))
  }
  answer = { welcome: 'to the hotel' }
  await expect(CONFIG_QUERY.queryFn()).rejects.toMatchObject({ name: 'NoResponse', reason: 'foreign' })
  expect(hadMail()).toBe(true)
})

it('what the server says counts, also when the note is read after it', async () => {
  await noteMail(false)
  await deviceDb.marks.put({ key: MAIL_MARK, value: 'yes' })
  await readNotedMail()
  expect(hadMail()).toBe(false)
})
