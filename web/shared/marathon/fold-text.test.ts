import { expect, it } from 'vitest'
import { folded } from './fold-text.ts'

it.each([
  ['Muñoz', 'munoz'],
  ['JOSÉ', 'jose'],
  ['Ångström', 'angstrom'],
  ['A\u030angstro\u0308m', 'angstrom'],
  ['Søren Łukasz', 'soren lukasz'],
  ['Weiß', 'weiss'],
  ['Æsa Œuf', 'aesa oeuf'],
  ['Đorđe', 'dorde'],
  ['Þóra Guðrún', 'thora gudrun'],
  ['İpek Işık', 'ipek isik'],
  ['Ναταλία', 'ναταλια'],
  ['مُحَمَّد', 'محمد'],
  ['রুম', 'রুম'],
  ['রাম', 'রাম'],
  ['Ana ১২', 'ana 12'],
  ['Ana 12', 'ana 12'],
])('%s is compared as %s', (text, wanted) => {
  expect(folded(text)).toBe(wanted)
})
