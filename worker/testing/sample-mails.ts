import { type MailKind, type MailLanguage, MUST_KNOW } from '../../contract/mail.ts'
import type { Envelope, MailFacts } from '../mail/facts.ts'

// One mail of each kind, for tests and for `npm run mail:preview`.

const MARATHON = {
  _id: '0198c0de-0000-7000-8000-000000000001',
  title: 'Harbour Ten',
  location: 'Landungsbrücken, Hamburg',
  description: 'Flat and fast along the water.\nBring a cup: there are none on the course.',
  startDate: '2028-03-05T08:30:00.000Z',
  timeZone: 'Europe/Berlin',
  distance: '10k',
  cancelled: null,
  ver: 3,
  organisedBy: 'Harbour Runners e. V.',
}
const ENTRY = {
  id: '0198c0de-0000-7000-8000-0000000000e1',
  firstName: 'Ada',
  lastName: 'Lauf',
  bib: '118',
  code: 'K7M2Q9XV',
  status: 'registered',
}
const WAITING = { ...ENTRY, bib: '', status: 'waiting' }
const PERSON = { title: MARATHON.title, person: 'Ada Lauf' }

/** What a mail of each kind says, without its language. */
const SAMPLES: Record<MailKind, Omit<MailFacts, 'kind' | 'language' | 'marathon'> & Partial<MailFacts>> = {
  registered: { entry: ENTRY },
  waiting: { entry: WAITING },
  entered: { entry: { ...ENTRY, bib: '', status: 'entered' } },
  promoted: { entry: { ...ENTRY, bib: '' } },
  movedUp: { entry: WAITING },
  drawn: { entry: WAITING },
  withdrawn: { parts: [{ kind: 'withdrawn', ...PERSON, reason: 'You asked us to by phone.' }] },
  handedOn: { parts: [{ kind: 'handedOn', ...PERSON }] },
  official: { entry: ENTRY, result: { place: 1204, timeMs: 3_912_340 } },
  resultsCorrected: { entry: ENTRY, result: { place: 1203, timeMs: 3_912_340 } },
  written: {
    text: 'The trains from the main station do not run before nine.\nPlease take the ferry, line 62.',
    by: 'Olivia Hafen',
  },
  cancelled: {
    marathon: { ...MARATHON, cancelled: 'A storm is coming.', ver: 4 },
    parts: [{ kind: 'cancelled', reason: 'A storm is coming.' }],
  },
  restored: { marathon: { ...MARATHON, ver: 5 }, parts: [{ kind: 'restored' }] },
  deleted: { marathon: { title: MARATHON.title }, parts: [{ kind: 'deleted', title: MARATHON.title }] },
  start: {
    parts: [
      { kind: 'start', from: '2028-03-05T07:00:00.000Z', to: MARATHON.startDate, timeZone: MARATHON.timeZone },
      { kind: 'place', from: 'Fischmarkt, Hamburg', to: MARATHON.location },
    ],
  },
  place: { parts: [{ kind: 'place', from: 'Fischmarkt, Hamburg', to: MARATHON.location }] },
}
export const SAMPLE_KINDS = Object.keys(SAMPLES) as MailKind[]

/** What a mail of this kind says. */
export function sampleFacts(kind: MailKind, language: MailLanguage, other: Partial<MailFacts> = {}): MailFacts {
  return { kind, language, marathon: MARATHON, ...SAMPLES[kind], ...other }
}

/** The envelope of a sample. */
export function sampleEnvelope(kind: MailKind, other: Partial<Envelope> = {}): Envelope {
  return {
    from: 'Startline <mail@run.example>',
    to: 'ada@example.com',
    origin: 'https://run.example',
    messageId: `<${kind}.0198c0de@run.example>`,
    date: new Date('2027-11-27T19:00:00.000Z'),
    unsubscribe: MUST_KNOW.includes(kind)
      ? null
      : `https://run.example/unsubscribe/eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(120)}`,
    ...other,
  }
}
