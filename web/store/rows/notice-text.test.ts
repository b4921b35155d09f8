import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../../texts/languages.ts'
import { showLanguage } from '../../texts/show-language.ts'
import { noticeText } from './notice-text.ts'

// That the sentences are those of the server is tested in simulation/notice-text.test.ts.

const timeZone = 'Europe/Berlin'
const START = {
  kind: 'start',
  text: 'The start is now Thu Mar 5, 2037, 09:30 (Europe/Berlin). It was Thu Mar 5, 2037, 09:00.',
  parts: [{ kind: 'start', from: '2037-03-05T08:00:00.000Z', to: '2037-03-05T08:30:00.000Z', timeZone }],
}
const PLACE = { kind: 'place', from: 'Hamburg', to: 'Kiel' }

afterEach(() => showLanguage('en'))

it('in English it is the sentence of the server', () => {
  expect(noticeText({ ...START, text: 'not this' })).toBe(START.text)
})

describe('in another language', () => {
  it('it is said in that language, with the same values', async () => {
    await showLanguage('qps')
    const said = noticeText({ ...START, parts: [...START.parts, PLACE] })
    expect(said.replaceAll(/[· ]+⟧/g, '⟧')).toBe(
      '⟦Thé stárt ís nów Thu Mar 5, 2037, 09:30 (Europe/Berlin). Ít wás Thu Mar 5, 2037, 09:00.⟧ ' +
        '⟦Thé plácé ís nów Kiel. Ít wás Hamburg.⟧',
    )
    expect(noticeText({ kind: 'promoted', text: 'A place became free, and it is yours.' })).toMatch(/^⟦Á plácé/)
    expect(noticeText({ kind: 'cancelled', text: '', parts: [{ kind: 'cancelled', reason: 'Storm' }] })).toMatch(
      /^⟦Thé évént wás cáncélléd. Réásón: Storm[· ]+⟧$/,
    )
  })

  it('its times have the form of that language', () => {
    setLanguage('de')
    expect(noticeText(START)).toContain('Do., 5. März 2037, 09:30')
  })
})

describe('it is shown as the server or the organiser wrote it', () => {
  it.each([
    ['written by an organiser', { kind: 'written', text: 'Parking is full.' }],
    ['of an older server', { kind: 'start', text: 'The start is now earlier.' }],
    ['with no parts', { kind: 'start', text: 'The start is now earlier.', parts: [] }],
    ['with an unknown part', { ...START, parts: [...START.parts, { kind: 'weather', to: 'rain' }] }],
    ['with a part that lacks a value', { ...START, parts: [{ kind: 'start', to: '2037-03-05T08:30:00.000Z' }] }],
    ['with a time that is none', { ...START, parts: [{ ...START.parts[0], from: 'soon' }] }],
    [
      'with a time zone that this phone does not know',
      { ...START, parts: [{ ...START.parts[0], timeZone: 'Mars/Olympus' }] },
    ],
  ])('%s', async (_, notice) => {
    await showLanguage('qps')
    expect(noticeText(notice)).toBe(notice.text)
  })
})
