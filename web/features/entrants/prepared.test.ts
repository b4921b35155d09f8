import { expect, it } from 'vitest'
import { findEntrants } from '../../marathon/find-entrants.ts'
import { applicationRow } from '../../testing/test-account.ts'
import { prepared } from './prepared.ts'

it('finds entrants by their answers and fields of staff, but not by a stored signature', () => {
  const row = (id: string, other: Parameters<typeof applicationRow>[2]) => {
    return { ...applicationRow(id, 'event-0001', other), pending: null }
  }
  const rows = [
    row('entry-0001', { 'answers.clubs1': 'TV Köln', 'answers.waiver': '{"version":1,"by":"Zed"}' }),
    row('entry-0002', { 'staff.paid01': 'by cash' }),
  ]
  const found = (text: string) => findEntrants(prepared(rows), text, () => true).map(({ _id }) => _id)
  expect(found('koln')).toEqual(['entry-0001'])
  expect(found('cash')).toEqual(['entry-0002'])
  expect(found('version')).toEqual([])
})
