import { expect, it } from 'vitest'
import { ACCOUNT_PARTS, accountDataCsv, noAccountData, PART_TITLES } from './account-data.ts'

it('writes each kind with its title and its names, and cells that a spreadsheet does not run', () => {
  const data = noAccountData()
  data.applications = [
    { id: 'a-1', firstName: '=SUM(A1)', bib: null, ver: 1 },
    { id: 'a-2', firstName: 'Ada, Rose', bib: '7', ver: 2 },
  ]
  data.staff = [
    {
      answers: [
        { question: 'Size', answer: 'M' },
        { question: 'Club', answer: 'SV "A"' },
      ],
    },
  ]
  data.changes = [{ opId: 'o-1', verdict: { status: 'applied' } }]
  const csv = accountDataCsv(data)
  expect(csv).toContain(
    'Your applications\r\nid,firstName,bib,ver\r\na-1,\u200b=SUM(A1),,1\r\na-2,"Ada, Rose",7,2\r\n\r\nWhere you were checked in\r\nnothing\r\n',
  )
  expect(csv).toContain('answers\r\n"Size: M\nClub: SV ""A"""\r\n')
  expect(csv).toContain('opId,verdict\r\no-1,"{""status"":""applied""}"\r\n')
  for (const part of ACCOUNT_PARTS) expect(csv).toContain(`${PART_TITLES[part]}\r\n`)
})
