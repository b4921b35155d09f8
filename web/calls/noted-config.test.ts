import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchNotedConfig, hadMail } from './noted-config.ts'

const CONFIG = { firebase: { apiKey: '', authDomain: '', projectId: '' }, emulatorHost: null, vapidKey: null }
let answer: object

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async () => Response.json(answer))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('notes whether the server sends mails, and keeps that where the network fails', async () => {
  expect(hadMail()).toBeUndefined()
  for (const mail of [true, false, true]) {
    answer = { ...CONFIG, mail }
    expect(await fetchNotedConfig()).toEqual(answer)
    expect(hadMail()).toBe(mail)
  }
  answer = { welcome: 'to the hotel' }
  await expect(fetchNotedConfig()).rejects.toMatchObject({ name: 'NoResponse', reason: 'foreign' })
  expect(hadMail()).toBe(true)
})

it('does without a localStorage that is forbidden', async () => {
  answer = { ...CONFIG, mail: true }
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('forbidden', 'SecurityError')
    },
    getItem: () => {
      throw new DOMException('forbidden', 'SecurityError')
    },
  })
  expect(await fetchNotedConfig()).toEqual(answer)
  expect(hadMail()).toBeUndefined()
})
