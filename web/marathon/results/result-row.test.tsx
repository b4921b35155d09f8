import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PublicResult } from '../../../contract/results/public-list.ts'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { ResultRow } from './result-row.tsx'

const ROW: PublicResult = {
  ...{ bib: '7', name: 'Ada Lauf', sex: '', category: '', state: 'started', time: null, place: null },
  ...{ sexPlace: null, categoryPlace: null, gap: null, splits: [] },
}

/** The words of the row while it is closed. */
function words(state: PublicList['state'], row: Partial<PublicResult> = {}, gap?: number): string {
  const list = { state, marathon: { distance: '10k' } } as PublicList
  const [summary = ''] = renderToStaticMarkup(
    <ResultRow row={{ ...ROW, ...row }} list={list} {...(gap !== undefined && { gap })} />,
  ).split('</summary>')
  return summary
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

it('nobody is on the course of a race whose results are official', () => {
  const splits: PublicResult['splits'] = [['Half', 1_500_000]]
  expect(words('live')).toBe('Ada Lauf Bib 7 On the course')
  expect(words('live', { splits })).toBe('Ada Lauf Bib 7 Half 0:25:00.0')
  expect(words('official')).toBe('Ada Lauf Bib 7 Did not finish')
  expect(words('official', { splits })).toBe('Ada Lauf Bib 7 Did not finish')
})

it('a row of a part of the list says how far it is behind the first one of that part', () => {
  const finished = { state: 'finished', time: 3_090_000, place: 3, gap: 90_000 } as const
  expect(words('official', finished)).toBe('3 Ada Lauf Bib 7 0:51:30.0 +1:30.0 5:09 min/km')
  expect(words('official', finished, 30_000)).toBe('3 Ada Lauf Bib 7 0:51:30.0 +0:30.0 5:09 min/km')
  expect(words('official', finished, 0)).toBe('3 Ada Lauf Bib 7 0:51:30.0 5:09 min/km')
})
