import { expect, it } from 'vitest'
import { shownValue } from '../../status/shown-value.ts'
import { labelOf } from '../labels.ts'
import { askedWords } from './asked-words.ts'

const base = { isRequired: true, staffSees: false }

it('a clash and a card show questions as words', () => {
  const questions = JSON.stringify([
    { id: 'born00', kind: 'birthYear', label: '', ...base },
    { id: 'shirt0', kind: 'choice', label: 'Shirt', options: ['S', 'M'], isRequired: false, staffSees: true },
    {
      id: 'waiver',
      kind: 'waiver',
      label: 'Waiver',
      text: 'At my\nown risk.',
      version: 2,
      asksFrom: 2,
      guardianBelow: 18,
      ...base,
    },
  ])
  expect(shownValue('questions', questions)).toBe(
    [
      '1. Year of birth · must be answered',
      '2. Shirt · helpers see it',
      'S, M',
      '3. Waiver · Version 2 · signed from version 2 · must be answered · guardian below 18',
      'At my\nown risk.',
    ].join('\n'),
  )
  expect(shownValue('questions', '')).toBe('Empty')
})

it('a clash and a card show categories and fields of the organisers as words', () => {
  expect(shownValue('categories', '{"preset":"ten"}')).toBe('Every ten years from 20')
  const bands = [
    { name: 'Girls', sex: 'F', from: 0, to: 17 },
    { name: 'Open', sex: '', from: 18, to: null },
  ]
  expect(shownValue('categories', JSON.stringify({ bands }))).toBe('Girls: 0–17 · Female\nOpen: 18 and over')
  const fields = [
    { id: 'paid00', label: 'Paid', isShown: false },
    { id: 'chip00', label: 'Chip', isShown: true },
  ]
  expect(shownValue('staffFields', JSON.stringify(fields))).toBe('Paid\nChip (the runner sees it)')
  expect(shownValue('splits', '["5 km","Halfway"]')).toBe('5 km\nHalfway')
})

it('what another version wrote is no JSON on a screen', () => {
  for (const value of ['nonsense', '{"future":1}', 'null', '[{"options":7}]'])
    expect(askedWords('questions', value), value).toBe('Made by another version of the app')
  expect(askedWords('categories', '{"future":1}')).toBe('Made by another version of the app')
})

it.each([
  ['questions', 'Questions'],
  ['questions.0.label', 'Wording of question 1'],
  ['questions.1.options.3', 'Options of question 2'],
  ['questions.2.earlier', 'Earlier texts of question 3'],
  ['questions.2.guardianBelow', 'Age at question 3'],
  ['categories.bands', 'Categories'],
  ['categories.bands.0.from', 'First age of category 1'],
  ['staffFields.1.label', 'Name of field 2'],
  ['splits', 'Splits'],
  ['splits.1', 'Name of split 2'],
  ['constructor.0.label', 'constructor.0.label'],
])('an error names its place: %s', (path, label) => {
  expect(labelOf(path)).toBe(label)
})
