import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnMail } from '../../calls/mails.ts'
import { noteMail } from '../../session/push/noted-mail.ts'
import { queryClient } from '../../store/query-client.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { MailPanel } from './mail-panel.tsx'

const MAIL: OwnMail = { address: 'ada@example.com', verified: true, wants: 'all', ended: null }

let hasMail: boolean
let mail: OwnMail
let put: (wants: OwnMail['wants']) => Response
const network = vi.fn<typeof fetch>(async (input, init) => {
  const firebase = { apiKey: '', authDomain: '', projectId: '' }
  if (input === '/api/config') return Response.json({ firebase, emulatorHost: null, mail: hasMail })
  if (input !== '/api/mail') throw new Error(`unexpected call of ${input}`)
  return init?.method === 'PUT' ? put(JSON.parse(String(init.body)).wants) : Response.json(mail)
})

beforeEach(() => {
  vi.stubGlobal('fetch', network)
  hasMail = true
  mail = MAIL
  put = (wants) => {
    mail = { ...mail, wants }
    return Response.json(mail)
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
  network.mockClear()
  queryClient.clear()
  localStorage.clear()
})

const panel = async (isSettings = false) => renderPart(await emptyAccount(), <MailPanel isSettings={isSettings} />)

it.each<[string, Partial<OwnMail>, string, string[]]>([
  ['goes to a verified address', {}, 'Mails about your events go to ada@example.com.', ['Only what I must know']],
  [
    'was stopped',
    { wants: 'needed' },
    'You stopped mails. What you must know still goes to ada@example.com: events that are cancelled, deleted or moved.',
    ['Get all mails'],
  ],
  [
    'waits for the address',
    { verified: false },
    'Get your entry and changes by mail too? First verify your address, ada@example.com.',
    ['Verify my address'],
  ],
  [
    'came back',
    { ended: 'bounced' },
    'Mails to ada@example.com came back, so we send none any more. All news is still in the app.',
    [],
  ],
  [
    'was called spam, also of an address that is not verified',
    { ended: 'complained', verified: false },
    'A mail to ada@example.com was marked as spam, so we send none any more. All news is still in the app.',
    [],
  ],
])('says that mail %s', async (_what, known, words, buttons) => {
  mail = { ...MAIL, ...known }
  const { text, box, leave } = await panel(true)
  await until(() => expect(text()).toContain(words))
  expect([...box.querySelectorAll('button')].map((one) => one.textContent)).toEqual(buttons)
  leave()
})

it('changes nothing but in the settings', async () => {
  const { text, box, leave } = await panel()
  await until(() => expect(text()).toContain('ada@example.com'))
  expect(box.querySelectorAll('button')).toHaveLength(0)
  leave()
})

it('says what the account wants now, once the server has it', async () => {
  const { text, tap, leave } = await panel(true)
  await until(() => expect(text()).toContain('Only what I must know'))
  tap('Only what I must know')
  await until(() => expect(text()).toContain('You stopped mails.'))
  expect(mail.wants).toBe('needed')
  leave()
})

it('an answer of before the choice that comes late does not put the old one back', async () => {
  const { text, tap, leave } = await panel(true)
  await until(() => expect(text()).toContain('Only what I must know'))
  const late = Promise.withResolvers<Response>()
  network.mockImplementationOnce(() => late.promise)
  void queryClient.refetchQueries({ queryKey: ['own-mail'] })
  tap('Only what I must know')
  await until(() => expect(text()).toContain('You stopped mails.'))
  late.resolve(Response.json(MAIL))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(text()).toContain('You stopped mails.')
  leave()
})

it('says that a choice was not saved, and keeps the one before', async () => {
  put = () => Response.error()
  const { text, tap, leave } = await panel(true)
  await until(() => expect(text()).toContain('Only what I must know'))
  tap('Only what I must know')
  await until(() => expect(text()).toContain('That was not saved.'))
  expect(text()).toContain('Mails about your events go to')
  leave()
})

it('shows nothing, and asks for nothing of the account, where the server sends no mails', async () => {
  hasMail = false
  await noteMail(false)
  const { box, leave } = await panel(true)
  await until(() => expect(network).toHaveBeenCalled())
  await until(() => expect(queryClient.getQueryData(['config'])).toMatchObject({ mail: false }))
  expect(box.textContent).toBe('')
  expect(network.mock.calls.map(([path]) => path)).toEqual(['/api/config'])
  leave()
})
