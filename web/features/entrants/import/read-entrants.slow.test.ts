import { expect, it } from 'vitest'
import { atOnce, readTable } from '../../../forms/files/read-table.ts'
import { marathonRow } from '../../../testing/test-account.ts'
import { matchColumns, targetsOf } from './heads.ts'
import { readEntrants } from './read-entrants.ts'

const event = marathonRow('event-0001')
const targets = targetsOf(event)

it.each([
  ['5,000 lines whose quotes do not end', 5000, (n: number) => `A${n},"B${n},a${n}@example.com`],
  ['5,000 lines with a letter behind the quotes', 5000, (n: number) => `A${n},"B${n}"x,a${n}@example.com`],
  ['3,000 people of one name', 3000, (n: number) => `Ada,Lauf,a${n}@example.com`],
  ['3,000 lines of one name and nothing else', 3000, () => 'Ada,Lauf,'],
])('%s are read in a second of CPU time', (_, length, line) => {
  const text = `First Name,Last Name,Email\n${Array.from({ length }, (_, n) => line(n)).join('\n')}\n`
  const began = process.threadCpuUsage()
  const table = atOnce(readTable(text, (heads) => Object.keys(matchColumns(heads, targets)).length))
  if (!table) throw new Error('no table')
  const compared = { marathon: event, uid: 'olivia', entrants: [], gone: new Set<string>() }
  const { fresh, asked, problems } = atOnce(readEntrants(table, matchColumns(table.heads, targets), compared))
  expect(fresh.length + asked.length + problems.length).toBe(length)
  const { user, system } = process.threadCpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(1000)
})
