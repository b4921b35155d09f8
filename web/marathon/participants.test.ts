import { expect, it } from 'vitest'
import { isFull } from '../../contract/places.ts'
import { participants } from './participants.ts'

it('counts places only where they are counted', () => {
  expect(participants({ regCount: 1234, capacity: null })).toBe('1,234')
  expect(participants({ regCount: 42, capacity: 300 })).toBe('42 of 300')
  expect(isFull({ regCount: 300, capacity: 300 })).toBe(true)
  expect(isFull({ regCount: 9000, capacity: null })).toBe(false)
})
