import { useState } from 'react'
import { expect, it } from 'vitest'
import type { NoticeView } from '../../store/rows/notices.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, noticeRow } from '../../testing/test-account.ts'
import { Announcer } from './announcer.tsx'

const notice = (id: string, urgent: boolean, title: string): NoticeView => ({
  ...noticeRow(id, 'event-0001', { text: `Text of ${id}.`, urgent }),
  ...{ isUnread: true, title, runner: '', pending: null },
})
const BEFORE = [notice('old', true, 'Pier run')]
const LATER = [notice('wind', true, 'Pier run'), notice('glove', false, ''), ...BEFORE]

function Page() {
  const [unread, setUnread] = useState<NoticeView[]>()
  return (
    <>
      <Announcer unread={unread} />
      <button type="button" onClick={() => setUnread(unread ? LATER : BEFORE)}>
        more
      </button>
    </>
  )
}

it('reads aloud what arrives while the app is open: urgent notices at once, others later', async () => {
  const { box, text, tap, leave } = renderPart(await emptyAccount(), <Page />)
  await until(() => expect(text()).toBe('more'))
  tap('more')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(text()).toBe('more')
  tap('more')
  await until(() => expect(box.querySelector('[role=alert]')?.textContent).toBe('Pier run: Text of wind.'))
  expect(box.querySelector('[role=status]')?.textContent).toBe('Text of glove.')
  leave()
})
