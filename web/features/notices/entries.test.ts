import { expect, it } from 'vitest'
import type { InboxRecord } from '../../data/account-db.ts'
import type { NoticeView } from '../../data/notices.ts'
import { toEntries } from './entries.ts'

const notice = (_id: string, at: string) => ({ _id, at }) as NoticeView
const refused = (opId: string, at: string) => ({ opId, at }) as InboxRecord

it('tells the newest first, and keeps the order of what came at the same time', () => {
  const [early, late] = ['2027-06-01T06:00:00.000Z', '2027-06-01T07:00:00.000Z']
  const entries = toEntries(
    [notice('n1', early), notice('n2', early)],
    [refused('r1', early), refused('r2', late), refused('r3', early)],
  )
  expect(entries.map(({ id }) => id)).toEqual(['r2', 'n1', 'n2', 'r1', 'r3'])
})
