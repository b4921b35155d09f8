import { describe, expect, it } from 'vitest'
import type { ApplicationView, CheckInView } from '../../store/overlay.ts'
import { answerMessage, whenAndWhere, who } from './answer-message.ts'
import type { ScanAnswer } from './find-scanned.ts'

const NOW = Date.parse('2027-03-05T07:15:00.000Z')
const ana = { firstName: 'Ana', lastName: 'Anason', bib: '12', title: 'Hill run' } as ApplicationView
const earlier = [{ at: '2027-03-05T07:02:00.000Z', gate: 'A' }] as CheckInView[]
const tell = (answer: ScanAnswer) => answerMessage(answer, 'UTC', NOW)

describe('the answer to a scan', () => {
  it('is yes for the first one, with name and bib', () => {
    const answer: ScanAnswer = { kind: 'first', application: ana, earlier: [], isRepeat: false }
    expect(tell(answer)).toEqual({ tone: 'yes', word: 'Here', who: 'Ana Anason, bib 12', detail: '' })
    const unnumbered = { ...ana, bib: null }
    expect(tell({ ...answer, application: unnumbered }).who).toBe('Ana Anason')
  })

  it('tells when and where somebody came before, and that the second scan is recorded', () => {
    const answer: ScanAnswer = { kind: 'already', application: ana, earlier, isRepeat: false }
    const told = { tone: 'look', word: 'Already here', who: 'Ana Anason, bib 12' }
    expect(tell(answer)).toEqual({ ...told, detail: '07:02 at gate A. This scan is saved too.' })
    expect(tell({ ...answer, isRepeat: true })).toMatchObject({
      detail: '07:02 at gate A. This is still the same scan.',
    })
  })

  it('is no for everything else, each with its own word', () => {
    const scanned = { application: ana, earlier: [], isRepeat: false }
    const answers: [ScanAnswer, string, string][] = [
      [{ kind: 'waiting-list', ...scanned }, 'Waiting list', 'This entry has no place yet. The scan is saved.'],
      [{ kind: 'in-ballot', ...scanned }, 'In the ballot, not drawn yet', 'This entry has no place yet.'],
      [{ kind: 'withdrawn', at: '2027-03-05T06:40:00.000Z' }, 'Withdrawn at 06:40', 'This entry no longer counts.'],
      [{ kind: 'withdrawn', at: '2027-03-01T06:40:00.000Z' }, 'Withdrawn on Mar 1, 2027 at 06:40', 'This entry'],
      [{ kind: 'withdrawn', at: '2027-03-05T06:40:00.000Z', reason: 'Ill' }, 'Withdrawn at 06:40', 'Reason: Ill'],
      [{ kind: 'withdrawn', at: '2027-03-05T06:40:00.000Z', isHandedOn: true }, 'Handed on at 06:40', 'Somebody else'],
      [{ kind: 'unconfirmed', ...scanned }, 'Entry not confirmed', 'The scan is saved.'],
      [{ kind: 'cancelled', application: ana, reason: 'Storm' }, 'Event cancelled', 'Reason: Storm'],
      [{ kind: 'other-event', application: ana, title: 'Hill run' }, 'Other event', 'This entry is for Hill run.'],
      [{ kind: 'other-event', application: ana, title: '' }, 'Other event', 'This entry is for another event.'],
      [{ kind: 'unknown', isEntryCode: true }, 'Unknown code', 'It may be new, withdrawn, or for another event.'],
      [{ kind: 'unknown', isEntryCode: false }, 'Unknown code', 'This is not the code of an entry.'],
    ]
    for (const [answer, word, detail] of answers) {
      expect(tell(answer)).toMatchObject({ tone: 'no', word })
      expect(tell(answer).detail).toContain(detail)
    }
    expect(tell({ kind: 'waiting-list', ...scanned, earlier, isRepeat: true }).detail).not.toContain('is recorded.')
  })
})

it('says of an unknown code that this phone cannot know, where it has heard nothing for long', () => {
  const told = answerMessage({ kind: 'unknown', isEntryCode: true }, 'UTC', NOW, '07:40')
  expect(told.detail).toContain('This phone cannot know: it has heard nothing since 07:40.')
  const other = answerMessage({ kind: 'unknown', isEntryCode: false }, 'UTC', NOW, '07:40')
  expect(other.detail).toBe('This is not the code of an entry.')
})

it('names the bib that an entrant holds beside the own one', () => {
  expect(who({ ...ana, wantedBib: '212' })).toBe('Ana Anason, bib 12, holds bib 212')
  expect(who({ ...ana, bib: null, wantedBib: '212' })).toBe('Ana Anason, holds bib 212')
})

it('names a gate once, also where the organiser wrote the word, and leaves out no gate', () => {
  const at = '2027-03-05T07:02:00.000Z'
  expect(whenAndWhere({ at, gate: 'Gate 3' }, 'UTC', NOW)).toBe('07:02 at Gate 3')
  expect(whenAndWhere({ at, gate: 'North' }, 'UTC', NOW)).toBe('07:02 at gate North')
  expect(whenAndWhere({ at, gate: '' }, 'UTC', NOW)).toBe('07:02')
  expect(whenAndWhere({ at: '2027-03-04T07:02:00.000Z', gate: 'A' }, 'UTC', NOW)).toBe('Mar 4, 2027, 07:02 at gate A')
})
