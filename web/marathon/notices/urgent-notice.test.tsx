import { useState } from 'react'
import { expect, it } from 'vitest'
import type { AccountDb } from '../../store/account-db.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, noticeRow } from '../../testing/test-account.ts'
import { RaceAlert } from './urgent-notice.tsx'

const EVENT = 'event-0001'

const putNotice = (db: AccountDb, text: string) =>
  db.notices.put({
    ...noticeRow('notice-0001', EVENT, { text, urgent: true, at: new Date().toISOString() }),
    unread: 1,
    gen: 0,
  })

/** The gate's notice, with buttons for a search that begins and ends, and for a cancellation. */
function Gate() {
  const [isHeld, setHeld] = useState(false)
  const [cancelled, setCancelled] = useState<string | null>(null)
  return (
    <>
      <RaceAlert marathon={{ _id: EVENT, cancelled }} isHeld={isHeld} />
      <button type="button" onClick={() => setHeld(!isHeld)}>
        search
      </button>
      <button type="button" onClick={() => setCancelled('Storm')}>
        cancel
      </button>
    </>
  )
}

it('comes and goes only while nobody searches, so that no row moves under a thumb', async () => {
  const db = await emptyAccount()
  const { text, tap, leave } = renderPart(db, <Gate />)
  await until(() => expect(text()).toContain('search'))
  tap('search')
  await putNotice(db, 'Start moved.')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(text()).not.toContain('Start moved.')
  tap('search')
  await until(() => expect(text()).toContain('Start moved.'))
  tap('search')
  tap('cancel')
  await db.notices.clear()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(text()).toContain('Start moved.')
  expect(text()).not.toContain('Storm')
  tap('search')
  await until(() => expect(text()).toContain('This event is cancelled.Storm'))
  expect(text()).not.toContain('Start moved.')
  leave()
})

it('shows the beginning of a long notice, and all of it after a tap', async () => {
  const db = await emptyAccount()
  await putNotice(db, 'word '.repeat(99).trim())
  const { text, tap, leave } = renderPart(db, <Gate />)
  await until(() => expect(text()).toContain('word…'))
  expect(text().match(/word/g)).toHaveLength(24)
  tap('Show all')
  await until(() => expect(text().match(/word/g)).toHaveLength(99))
  leave()
})
