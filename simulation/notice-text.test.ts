import { describe, expect, it } from 'vitest'
import { noticePartsSchema } from '../contract/notice.ts'
import { noticeText } from '../web/store/rows/notice-text.ts'
import type { MarathonRow } from '../worker/db/client.ts'
import {
  DRAWN,
  PROMOTED,
  RESULTS_CORRECTED,
  RESULTS_OFFICIAL,
  tellChange,
  tellDeletion,
} from '../worker/ops/decide/notice-text.ts'

// A phone builds the sentences of the server's notices from their parts. In English both say the same.

const BEFORE = {
  cancelled: null,
  startDate: '2037-03-05T08:00:00.000Z',
  location: 'Hamburg',
  regStart: '2036-09-30T22:00:00.000Z',
  regEnd: '2037-01-31T22:59:59.999Z',
  timeZone: 'Europe/Berlin',
} as MarathonRow

const ASKED = JSON.stringify([{ id: 'club00', isRequired: true, kind: 'club', label: '', staffSees: false }])

/** The notice that the server makes of a change, as a phone gets it. */
function told(after: Partial<MarathonRow>, before: Partial<MarathonRow> = {}) {
  const notice = tellChange({ ...BEFORE, ...before }, { ...BEFORE, ...before, ...after })
  if (!notice) throw new Error('nothing is told')
  return { ...notice, parts: noticePartsSchema.parse(JSON.parse(notice.parts)) }
}

describe('the phone says what the server wrote', () => {
  it.each<[string, Partial<MarathonRow>, Partial<MarathonRow>?]>([
    ['a cancellation', { cancelled: 'Storm. {wind} <b> “now”' }],
    ['its end', { cancelled: null }, { cancelled: 'Storm' }],
    ['a start', { startDate: '2037-03-05T08:30:00.000Z' }],
    ['a place', { location: "Kiel, 'Pier 7'" }],
    ['a window', { regEnd: '2037-02-15T22:59:59.999Z' }],
    ['a new question', { questions: ASKED }, { questions: '', regCount: 1 }],
    [
      'all of them',
      {
        questions: ASKED,
        cancelled: null,
        location: 'Kiel',
        startDate: '2037-06-05T00:00:00.000Z',
        regStart: '2036-01-01T00:00:00.000Z',
      },
      { cancelled: 'Storm', questions: '', regCount: 1 },
    ],
  ])('of %s', (_, after, before) => {
    const notice = told(after, before)
    expect(noticeText({ ...notice, text: 'not this' })).toBe(notice.text)
  })

  it.each(['UTC', 'America/New_York', 'Asia/Kathmandu'])('with the times of %s', (timeZone) => {
    for (let month = 0; month < 12; month++) {
      const startDate = new Date(Date.UTC(2037, month, 1 + month, month * 2)).toISOString()
      const notice = told({ startDate, timeZone })
      expect(noticeText({ ...notice, text: 'not this' })).toBe(notice.text)
    }
  })

  it('of a deletion', () => {
    const notice = tellDeletion({ ...BEFORE, title: 'Harbour Ten' })
    const parts = noticePartsSchema.parse(JSON.parse(notice.parts))
    expect(noticeText({ ...notice, parts, text: 'not this' })).toBe(notice.text)
    expect(parts).toEqual([{ kind: 'deleted', title: 'Harbour Ten' }])
  })

  it.each([PROMOTED, DRAWN, RESULTS_OFFICIAL, RESULTS_CORRECTED])(
    'of what has no parts: $kind',
    ({ kind, text, parts }) => {
      expect(parts).toBe('')
      expect(noticeText({ kind, text: 'not this' })).toBe(text)
    },
  )
})
