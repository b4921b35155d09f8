import { expect, it } from 'vitest'
import { searchableByName } from '../../../marathon/find-entrants.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import { codeOf } from '../../../testing/test-account.ts'
import { nearest } from './nearest.ts'

const runner = (firstName: string, lastName: string, bib: string | null) =>
  ({ firstName, lastName, bib, email: '41@example.com', phoneNumber: '+49 41 41' }) as ApplicationView
const all = [
  runner('Joanna', 'Miller', '141'),
  runner('Eva', 'Annert', null),
  runner('Ann', 'Smith', '410'),
  runner('Ben', 'Ng', '41'),
  runner('Cem', 'Ohne', null),
]
const names = (text: string, limit = 8) =>
  nearest(all.map(searchableByName), text, limit).rows.map(({ firstName }) => firstName)

it('puts the very bib first, then bibs and names that begin with the text', () => {
  expect(names('41')).toEqual(['Ben', 'Ann', 'Joanna'])
  expect(names('ann')).toEqual(['Eva', 'Ann', 'Joanna'])
  expect(names(' ANN s')).toEqual(['Ann'])
})

it('finds a later entrant that begins with the text before earlier ones that only hold it', () => {
  expect(names('ann', 2)).toEqual(['Eva', 'Ann'])
  expect(names('n', 2)).toEqual(['Ben', 'Joanna'])
})

it('counts all that it found, and finds nothing for an empty text', () => {
  const count = (text: string) => nearest(all.map(searchableByName), text, 2).fitting.length
  expect([count('n'), count('41'), count('  ')]).toEqual([5, 3, 0])
})

it.each([
  ['7', ['007', '70', '170', 'M-7']],
  ['007', ['007']],
  ['07', ['007']],
  ['#7', ['007']],
  ['٧', ['007', '70', '170', 'M-7']],
  ['0070', ['70']],
  ['a12', ['A12', 'a120']],
  ['A 12', ['A12', 'a120']],
  ['a012', ['A12']],
  ['m-07', ['M-7', '007']],
  ['A 012', ['A12']],
])('finds by %s the bib that is written in another way, and first', (text, bibs) => {
  const spelt = ['170', 'a120', '70', '007', 'A12', 'M-7'].map((bib) => runner('Rae', 'Olm', bib))
  expect(nearest(spelt.map(searchableByName), text, 8).rows.map(({ bib }) => bib)).toEqual(bibs)
})

it('finds an entry by its whole code as people type it, and by no part of it', () => {
  const coded = all.map((one, n) => ({ ...one, code: codeOf(`entry-${n}`) }))
  const found = (text: string) => nearest(coded.map(searchableByName), text, 8).rows.map(({ firstName }) => firstName)
  const code = codeOf('entry-2')
  for (const text of [code, code.toLowerCase(), code.replaceAll('0', 'o'), ` ${code.replace(/^..../, '$& ')}`])
    expect(found(text)).toEqual(['Ann'])
  expect(found(code.slice(0, 7))).toEqual([])
})

it('looks into no email and no telephone number', () => {
  expect(names('example')).toEqual([])
  expect(names('+49')).toEqual([])
})

it('finds names without their accents, and with them', () => {
  const abroad = [
    runner('José', 'Muñoz', 'Å1'),
    runner('Sjo', 'A\u030angstro\u0308m', null),
    runner('Jan', 'Weiß', null),
  ]
  const found = (text: string) => nearest(abroad.map(searchableByName), text, 8).rows.map(({ firstName }) => firstName)
  for (const text of ['munoz', 'MUÑOZ', 'Mun\u0303oz', 'jose m', 'å1', 'a1']) expect(found(text)[0]).toBe('José')
  for (const text of ['angstrom', 'Ångström']) expect(found(text)).toEqual(['Sjo'])
  for (const text of ['weiss', 'weiß']) expect(found(text)).toEqual(['Jan'])
})
