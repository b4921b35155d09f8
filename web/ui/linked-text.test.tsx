import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { CancelledNotice } from '../marathon/cancelled-notice.tsx'
import { MarathonFacts } from '../marathon/details/marathon-facts.tsx'
import { NoticeItem } from '../marathon/notices/notice-list.tsx'
import { until } from '../testing/render-hook.tsx'
import { marathonRow, noticeRow } from '../testing/test-account.ts'
import { LinkedText } from './linked-text.tsx'

const TEXT = 'Take https://example.com/a?b=1&c=2.\nNot http://example.com <b>'
const notice = { ...noticeRow('notice-0001', 'event-0001', { text: TEXT }), title: '', runner: '', isUnread: false }

/** Renders a part until it has its link. */
async function linkOf(part: ReactNode): Promise<{ box: HTMLElement; link: Element | null }> {
  const box = document.createElement('div')
  const root = createRoot(box)
  root.render(part)
  await until(() => expect(box.querySelector('a[target]')).not.toBeNull())
  const link = box.querySelector('a[target]')
  root.unmount()
  return { box, link }
}

it('an address is a link that tells its page nothing, and all else stays as it was written', async () => {
  const box = document.createElement('div')
  const root = createRoot(box)
  root.render(<LinkedText text={TEXT} />)
  await until(() => expect(box.textContent).toBe(TEXT))
  await until(() => expect(box.querySelectorAll('a, b')).toHaveLength(1))
  expect(box.textContent).toBe(TEXT)
  expect(box.querySelector('a')?.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
  root.unmount()
})

it.each([
  ['a description', <MarathonFacts key="1" marathon={{ ...marathonRow('event-0001'), description: TEXT }} />],
  ['the reason of a cancellation', <CancelledNotice key="2" marathon={{ cancelled: TEXT }} />],
  ['a notice', <NoticeItem key="3" isNew={false} notice={{ ...notice, pending: null }} />],
])('the addresses of %s can be tapped', async (_what, part) => {
  const { link } = await linkOf(part)
  expect(link?.getAttribute('href')).toBe('https://example.com/a?b=1&c=2')
})
