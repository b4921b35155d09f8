import { Buffer } from 'node:buffer'
import PostalMime from 'postal-mime'
import { MAIL_LANGUAGES, type MailKind, type MailLanguage, MUST_KNOW } from '../../contract/mail.ts'
import type { Envelope, MailFacts } from '../mail/facts.ts'
import { buildMail } from '../mail/mail.ts'

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

/** The longest that people may write: words of 80 letters, in several scripts. */
const LONG: [name: string, kind: MailKind, words: string][] = [
  ['long-latin', 'registered', 'Donaudampfschifffahrtsgesellschaft'.repeat(3).slice(0, 80)],
  ['long-bengali', 'drawn', 'ক্ষ্মতাবান'.repeat(8).slice(0, 80)],
  ['long-arabic', 'official', 'محمدالطويل'.repeat(8)],
  ['long-message', 'written', 'ABCDE 😀 محمد ঢাকা https://example.org/a-very-long-address '.repeat(9).slice(0, 500)],
]

/** A mail as it is sent, and as a mail program shows it: with its pictures inside. */
export interface ShownMail {
  name: string
  language: MailLanguage
  message: string
  subject: string
  html: string
  text: string
}

/** A mail of each kind in each language, and mails of the longest texts. */
export async function sampleMails(): Promise<ShownMail[]> {
  const each = MAIL_LANGUAGES.flatMap((language) =>
    SAMPLE_KINDS.map((kind) => ({ name: kind as string, facts: sampleFacts(kind, language) })),
  )
  const long = MAIL_LANGUAGES.flatMap((language) =>
    LONG.map(([name, kind, words]) => ({ name, facts: longFacts(kind, language, words) })),
  )
  return Promise.all(
    [...each, ...long].map(async ({ name, facts }) => {
      const message = await buildMail(facts, sampleEnvelope(facts.kind))
      return { name, language: facts.language, message, ...(await shown(message)) }
    }),
  )
}

function longFacts(kind: MailKind, language: MailLanguage, words: string): MailFacts {
  const facts = sampleFacts(kind, language)
  return {
    ...facts,
    marathon: { ...facts.marathon, title: words.slice(0, 120), location: words.slice(0, 120), organisedBy: words },
    ...(facts.entry ? { entry: { ...facts.entry, firstName: words, lastName: words } } : {}),
    ...(facts.text ? { text: words, by: words.slice(0, 80) } : {}),
  }
}

async function shown(message: string): Promise<Pick<ShownMail, 'subject' | 'html' | 'text'>> {
  const { subject = '', html = '', text = '', attachments } = await PostalMime.parse(message)
  const withPictures = attachments.reduce((page, { contentId, mimeType, content }) => {
    const picture = `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`
    return contentId ? page.replaceAll(`cid:${contentId.slice(1, -1)}`, picture) : page
  }, html)
  return { subject, html: withPictures, text }
}
