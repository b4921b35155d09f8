import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteMail } from '../../session/push/noted-mail.ts'
import { deviceDb } from '../../store/device-db.ts'
import { queryClient } from '../../store/query-client.ts'
import { skipPauses, untilSkipped } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { WhatReachesYou } from './what-reaches-you.tsx'

const CONFIG = {
  firebase: { apiKey: '', authDomain: '', projectId: '' },
  emulatorHost: null,
  vapidKey: null,
  mail: false,
}

let answerOf: (path: string) => Response

const forget = async () => {
  queryClient.clear()
  await deviceDb.marks.clear()
}

beforeEach(async () => {
  skipPauses()
  // Other tests leave what they asked.
  await forget()
  vi.stubGlobal('fetch', async (input: string) => answerOf(input))
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await forget()
})

it.each([null, true, false])(
  'says with no network that it is shown later, where mails are noted as %s',
  async (noted) => {
    if (noted !== null) await noteMail(noted)
    answerOf = () => Response.error()
    const { text, leave } = renderPart(await emptyAccount(), <WhatReachesYou />)
    // The query of the settings tries twice.
    await untilSkipped(() => expect(text()).toBe('What reaches youAll of it is shown once you are online.'))
    leave()
  },
)

it('says where all news is, where the server has neither pushes nor mails', async () => {
  answerOf = () => Response.json(CONFIG)
  const { text, leave } = renderPart(await emptyAccount(), <WhatReachesYou />)
  await untilSkipped(() => expect(text()).toBe('What reaches youAll news is in the app, under Notices.'))
  leave()
})

it('shows the mails, and nothing of a network that is there', async () => {
  const mail = { address: 'ada@example.com', verified: true, wants: 'all', ended: null }
  answerOf = (path) => Response.json(path === '/api/config' ? { ...CONFIG, mail: true } : mail)
  const { text, leave } = renderPart(await emptyAccount(), <WhatReachesYou />)
  await untilSkipped(() => expect(text()).toContain('Mails about your events go to ada@example.com.'))
  expect(text()).not.toContain('online')
  leave()
})
