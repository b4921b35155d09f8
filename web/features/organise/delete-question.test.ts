import { expect, it } from 'vitest'
import { marathonRow } from '../../testing/test-account.ts'
import { deleteQuestion } from './delete-question.ts'

it('names the marathon and how many entries go with it, with or without a place', () => {
  const warning = (counts: Parameters<typeof marathonRow>[1]) =>
    deleteQuestion({ ...marathonRow('event-0001', counts), pending: null }).warning
  const always = 'Harbour Ten\nThis marathon will be deleted permanently!'
  expect(warning({})).toBe(always)
  expect(warning({ enteredCount: 1 })).toBe(`${always} 1 entry goes with it. Runners are told.`)
  expect(warning({ regCount: 3, waitingCount: 2 })).toBe(`${always} 5 entries go with it. Runners are told.`)
})
