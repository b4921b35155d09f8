import { afterEach, expect, it, vi } from 'vitest'
import { notedMail } from '../../session/push/noted-mail.ts'
import { deviceDb } from '../../store/device-db.ts'
import { until } from '../../testing/render-hook.tsx'
import { CONFIG_QUERY } from './config-query.ts'

const CONFIG = { firebase: { apiKey: '', authDomain: '', projectId: '' }, emulatorHost: null, vapidKey: null }

afterEach(async () => {
  vi.unstubAllGlobals()
  await deviceDb.marks.clear()
})

it('notes whether the server sends mails, and keeps that where the network fails', async () => {
  await deviceDb.marks.clear()
  let answer: object = {}
  vi.stubGlobal('fetch', async () => Response.json(answer))
  expect(await notedMail()).toBeNull()
  for (const mail of [true, false, true]) {
    answer = { ...CONFIG, mail }
    expect(await CONFIG_QUERY.queryFn()).toEqual(answer)
    await until(async () => expect(await notedMail()).toBe(mail))
  }
  answer = { welcome: 'to the hotel' }
  await expect(CONFIG_QUERY.queryFn()).rejects.toMatchObject({ name: 'NoResponse', reason: 'foreign' })
  expect(await notedMail()).toBe(true)
})
