import { describe, expect, it } from 'vitest'
import { personKey } from '../application.ts'
import { findsIn, foldText, searchText } from './fold-text.ts'

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
  ['Nguyễn Đức', 'nguyen duc'],
  ['O’Brien D`Angelo', 'obrien dangelo'],
  ['مُحَمَّد', 'محمد'],
  ['রুম', 'রুম'],
  ['রাম', 'রাম'],
  ['Ana ১২', 'ana 12'],
  ['Ana 12', 'ana 12'],
  ['Ａｄａ 𝐋𝐚𝐮𝐟', 'ada lauf'],
])('%s is compared as %s', (text, wanted) => {
  expect(foldText(text)).toBe(wanted)
})

const SAME = [
  ['O’Neill', "O'Neill"],
  ['OʼNeill', 'O‘NEILL'],
  ['O´Neill', 'O′Neill'],
  ['oneill', 'O`Neill'],
  ['Jean‑Luc', 'Jean-Luc'],
  ['Watson–Parker', 'watson-parker'],
  ['Watson−Parker', 'WatsonParker'],
  ['Işıl', 'IŞIL'],
  ['İpek', 'ipek'],
  ['Strauß', 'STRAUSS'],
  ['Núñez', 'Nunez'],
  ['مصطفى', 'مصطفي'],
  ['فاطمه', 'فاطمة'],
  ['علی', 'علي'],
  ['کریم', 'كريم'],
  ['محمد', 'محمـد'],
  ['أحمد', 'احمد'],
  ['إبراهيم', 'ابراهیم'],
  ['آمنة', 'امنه'],
  ['مُحَمَّد', 'محمد'],
  ['می\u200cخواهم', 'میخواهم'],
  ['Ana', 'Ana\u200b'],
  ['Ａｄａ', 'Ada'],
  ['𝐀𝐝𝐚', 'Ada'],
  ['Аda', 'Ada'],
  ['Βen', 'Ben'],
  ['Νίκος', 'ΝΙΚΟΣ'],
  ['Алёна', 'АЛЕНА'],
  ['ᴀᴅᴀ', 'Ada'],
  ['ꓮda', 'Ada'],
  ['Ꭺda', 'Ada'],
  ['Jօ', 'Jo'],
  ['Əli', 'Eli'],
  ['Ɓala', 'Bala'],
  ['ŉ', "'n"],
] as const

describe.each(SAME)('%s and %s', (one, other) => {
  it('are one person, and a search for either finds the other', () => {
    expect(personKey(one, 'Lauf')).toBe(personKey(other, 'Lauf'))
    expect(findsIn(one)(searchText(`${other} Lauf`))).toBe(true)
    expect(findsIn(other)(searchText(`Lauf ${one}`))).toBe(true)
  })
})

it.each([
  ['Ada\u200b', 'Lauf'],
  ['Ada', 'Lauf\u2060'],
  ['A\u034fda', 'Lauf'],
  ['A\u200ada', 'Lauf'],
  ['Ada', 'Lauf.'],
  ['Ada', '  LAUF'],
  ['Ada 🏃', 'Lauf'],
  ['Adа', 'Lаuf'],
  ['Ａda', 'Lauf'],
  ['A\u0335da', 'Lauf'],
  ['A\u0487da', 'Lauf'],
  ['Ada\ua78f', 'Lauf'],
])('%j %j is no second person beside Ada Lauf', (first, last) => {
  expect(personKey(first, last)).toBe(personKey('Ada', 'Lauf'))
})

it.each([
  [
    ['Ada', 'Lauf'],
    ['Ada', 'Läufer'],
  ],
  [
    ['Müller', 'A'],
    ['Mueller', 'A'],
  ],
  [
    ['Jo', 'Lauf'],
    ['Joe', 'Lauf'],
  ],
  [
    ['か', 'た'],
    ['が', 'た'],
  ],
  [
    ['রুম', 'র'],
    ['রাম', 'র'],
  ],
  [
    ['李', '明'],
    ['李', '名'],
  ],
  [
    ['Анна', 'Б'],
    ['Инна', 'Б'],
  ],
  [
    ['🏃', '🏃'],
    ['🚀', '🚀'],
  ],
] as const)('%j and %j are two people', (one, other) => {
  expect(personKey(one[0], one[1])).not.toBe(personKey(other[0], other[1]))
})

it.each([
  ['malaga', 'Maratón de Málaga'],
  ['malaga maraton', 'Maratón de Málaga'],
  ["o'hare", 'O’Hare Run'],
  ['obrien', 'Siobhán O’Brien'],
  ['isarlauf münchen', 'Münchner Isarlauf, München'],
  ['muenchen', 'Münchner Isarlauf, München'],
  ['Mueller', 'Müller'],
  ['Müller', 'Anna Mueller'],
  ['soerensen', 'Sørensen'],
  ['watson-parker', 'Watson Parker'],
  ['watson parker', 'Watson–Parker'],
  ['watsonparker', 'Watson-Parker'],
  ['-', 'anything'],
])('a search for %j finds %j', (typed, text) => {
  expect(findsIn(typed)(searchText(text))).toBe(true)
})

it.each([
  ['joe', 'John'],
  ['muenchen', 'Munchen'],
  ['ada bo', 'Ada Lauf'],
])('a search for %j does not find %j', (typed, text) => {
  expect(findsIn(typed)(searchText(text))).toBe(false)
})
