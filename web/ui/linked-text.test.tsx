import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MarathonFacts } from '../features/marathon-details/marathon-facts.tsx'
import { CancelledNotice } from '../shared/marathon/cancelled-notice.tsx'
import { NoticeItem } from '../shared/notices/notice-list.tsx'
import { marathonRow, noticeRow } from '../testing/test-account.ts'
import { LinkedText } from './linked-text.tsx'

const TEXT = 'Take https://example.com/a?b=1&c=2.\nNot http://example.com <b>'
const LINK = /<a href="https:\/\/example\.com\/a\?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow ugc"/

it('an address is a link that tells its page nothing, and all else stays as it was written', () => {
  const markup = renderToStaticMarkup(<LinkedText text={TEXT} />)
  expect(markup).toMatch(LINK)
  const box = document.createElement('div')
  box.innerHTML = markup
  expect(box.textContent).toBe(TEXT)
  expect(box.querySelectorAll('a, b')).toHaveLength(1)
})

it.each([
  [
    'a description',
    <MarathonFacts key="1" marathon={{ ...marathonRow('event-0001'), description: TEXT, pending: null }} />,
  ],
  ['the reason of a cancellation', <CancelledNotice key="2" marathon={{ cancelled: TEXT }} />],
  [
    'a notice',
    <NoticeItem
      key="3"
      isNew={false}
      notice={{
        ...noticeRow('notice-0001', 'event-0001', { text: TEXT }),
        title: '',
        runner: '',
        pending: null,
        isUnread: false,
      }}
    />,
  ],
])('the addresses of %s can be tapped', (_what, part) => {
  expect(renderToStaticMarkup(part)).toMatch(LINK)
})
