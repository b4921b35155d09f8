import { expect, it } from 'vitest'
import type { ApplicationView } from '../../store/overlay.ts'
import { applicationRow } from '../../testing/test-account.ts'
import { lastRunner } from './last-runner.ts'

const ADA = { firstName: 'Ada', lastName: 'Lauf', phoneNumber: '1' }
const view = (marathonId: string, other: Partial<ApplicationView>): ApplicationView => ({
  ...applicationRow('entry', marathonId),
  pending: null,
  ...other,
})

it('begins with the name and the number of the last application', () => {
  const own = [view('spring', ADA), view('autumn', { firstName: 'Bo', phoneNumber: '2' })]
  expect(lastRunner(own, 'winter')).toEqual(ADA)
  expect(lastRunner([], 'winter')).toEqual({})
})

it('begins with the number alone where that person is registered for the marathon', () => {
  expect(lastRunner([view('spring', ADA), view('autumn', { firstName: 'ADA' })], 'autumn')).toEqual({
    phoneNumber: '1',
  })
})
