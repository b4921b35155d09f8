import { expect, it } from 'vitest'
import type { InboxRecord } from '../../store/account-db.ts'
import type { NoticeView } from '../../store/rows/notices.ts'
import { toTimeline } from './timeline.ts'

const notice = (_id: string, at: string) => ({ _id, at }) as NoticeView
const rejected = (opId: string, at: string) => ({ opId, at }) as InboxRecord

it('tells the newest first, and keeps the order of what came at the same time', () => {
  const [early, late] = ['2027-06-01T06:00:00.000Z', '2027-06-01T07:00:00.000Z']
  const timeline = toTimeline(
    [notice('n1', early), notice('n2', early)],
    [rejected('r1', early), rejected('r2', late), rejected('r3', early)],
  )
  expect(timeline.map(({ id }) => id)).toEqual(['r2', 'n1', 'n2', 'r1', 'r3'])
})
