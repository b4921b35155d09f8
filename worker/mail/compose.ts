import type { CalendarContext, CalendarEvent } from '../../contract/calendar/calendar-file.ts'
import { PRODUCT } from '../../contract/limits.ts'
import { MUST_KNOW } from '../../contract/mail.ts'
import type { NoticePart } from '../../contract/notice.ts'
import { formatRaceTime } from '../../contract/results/race-time.ts'
import { spacedEntryCode } from '../../contract/text/entry-code.ts'
import { normaliseLine, normaliseText } from '../../contract/text/plain-text.ts'
import { knownZone, shownZone } from '../../contract/time/zone-name.ts'
import catalogues, { type MailTexts } from './compiled/texts.js'
import type { Envelope, MailFacts } from './facts.ts'

/**
 * One line of facts, as 'Start: Sunday 5 March 2028 at 09:30'. `isCode`: letters and digits from left to right. `isOver`:
 * it does not hold any more.
 */
export interface Fact {
  label: string
  value: string
  isCode?: boolean
  isOver?: boolean
}

/** A mail in words. The HTML and the plain text are both made of this. */
export interface MailContent {
  language: MailFacts['language']
  direction: 'ltr' | 'rtl'
  subject: string
  /** The title of the event. */
  title: string
  heading: string
  sentence: string
  /** Words that are not ours: who says them, the words, and a line that says so. */
  quote: { who: string; text: string; notOurs: string } | null
  facts: Fact[]
  /** The entry code. `text` is what its QR code holds. */
  code: { cid: string; text: string; shown: string; label: string; hint: string; alt: string } | null
  calendar: { event: CalendarEvent; context: CalendarContext; hint: string } | null
  button: { label: string; url: string }
  /** Why the reader gets the mail. */
  footer: string[]
  stop: { label: string; url: string } | null
}

/** The locale for dates and numbers. English dates are those of Britain, as in notices. */
const localeOf = (language: MailFacts['language']) => (language === 'en' ? 'en-GB' : language)

/** Hebrew, Arabic, Syriac, Thaana and N'Ko, with their forms of presentation. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** A value inside of a sentence from left to right. The Arabic texts isolate all their values themselves. */
const isolated = (value: string) => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value)

/**
 * Says the facts of a mail in its language (web/texts/<language>/mail.json). Names and texts of people are cleaned as
 * those of the forms are.
 */
export function composeMail(given: MailFacts, { origin, date, unsubscribe }: Envelope): MailContent {
  const facts = cleaned(given)
  const { kind, language, marathon } = facts
  const texts = catalogues[language]
  const { what, sentence } = says(facts, texts)
  const known = '_id' in marathon ? marathon : null
  const quote = quoteOf(facts, texts)
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    subject: texts.subject({ what, title: isolated(marathon.title) }),
    title: marathon.title,
    heading: what,
    sentence,
    quote: quote && { ...quote, notOurs: texts.notOurs({ product: PRODUCT }) },
    facts: factsOf(facts, texts),
    code: codeOf(facts, texts),
    calendar: known && calendarOf(facts, known, origin, date, texts),
    button: buttonOf(kind, known, origin, texts),
    footer: [texts.because(), ...(MUST_KNOW.includes(kind) ? [texts.becauseKnow()] : []), texts.noAnswers()],
    stop: unsubscribe === null ? null : { label: texts.stop(), url: unsubscribe },
  }
}

/** The texts that may have several lines. */
const SEVERAL_LINES = ['description', 'reason', 'text']

/** Without line ends in what is one line, and without characters that nobody sees: those that turn text around too. */
function cleaned(facts: MailFacts): MailFacts {
  return JSON.parse(JSON.stringify(facts), (name, value) => {
    if (typeof value !== 'string') return value
    return SEVERAL_LINES.includes(name) ? normaliseText(value) : normaliseLine(value)
  })
}

/** The part of a notice of this kind. */
function partOf<Kind extends NoticePart['kind']>({ parts = [] }: MailFacts, kind: Kind) {
  return parts.find((part): part is Extract<NoticePart, { kind: Kind }> => part.kind === kind)
}

/** The heading, which begins the subject too, and the sentence below it. */
function says(facts: MailFacts, texts: MailTexts): { what: string; sentence: string } {
  const { kind, entry } = facts
  const title = isolated(facts.marathon.title)
  const named = entry
    ? `${entry.firstName} ${entry.lastName}`.trim()
    : (partOf(facts, 'withdrawn') ?? partOf(facts, 'handedOn'))?.person
  const person = named ? isolated(named) : null
  switch (kind) {
    case 'registered':
    case 'waiting':
    case 'entered':
      return { what: texts[kind](), sentence: texts[`${kind}Text`]({ person: person ?? '', title }) }
    case 'promoted':
    case 'movedUp':
    case 'withdrawn':
    case 'handedOn':
      return {
        what: texts[kind](),
        sentence: person ? texts[`${kind}Text`]({ person, title }) : texts[`${kind}You`]({ title }),
      }
    case 'drawn':
      if (!person) return { what: texts.drawn(), sentence: texts.drawnYou({ title }) }
      return entry?.status === 'registered'
        ? { what: texts.promoted(), sentence: texts.drawnPlace({ person, title }) }
        : { what: texts.drawnNone(), sentence: texts.drawnNoneText({ person, title }) }
    case 'official':
    case 'resultsCorrected':
    case 'written':
    case 'cancelled':
    case 'restored':
    case 'deleted':
    case 'start':
    case 'place':
      return { what: texts[kind](), sentence: texts[`${kind}Text`]({ title }) }
  }
}

/** The words of an organiser: a message, or a reason. */
function quoteOf(facts: MailFacts, texts: MailTexts): { who: string; text: string } | null {
  const { kind, text = '', by } = facts
  if (kind === 'written') return { who: by ? texts.writes({ by: isolated(by) }) : texts.organiserWrites(), text }
  if (kind !== 'cancelled' && kind !== 'withdrawn') return null
  const { reason } = partOf(facts, kind) ?? {}
  return reason ? { who: texts.reason(), text: reason } : null
}

/** Kinds after which the runner has nothing to do with when and where. */
const OVER: readonly MailFacts['kind'][] = ['official', 'resultsCorrected', 'withdrawn', 'handedOn']

function factsOf(facts: MailFacts, texts: MailTexts): Fact[] {
  const { kind, marathon, entry, result, language } = facts
  const at = (instant: string, timeZone: string) => timeIn(instant, timeZone, language, texts)
  const found: Fact[] = []
  if ('_id' in marathon && !OVER.includes(kind)) {
    const [start, place] = [partOf(facts, 'start'), partOf(facts, 'place')]
    found.push({ label: texts.labelStart(), value: at(marathon.startDate, marathon.timeZone) })
    if (start) found.push({ label: texts.labelStartBefore(), value: at(start.from, start.timeZone), isOver: true })
    if (marathon.location) found.push({ label: texts.labelWhere(), value: marathon.location })
    if (place?.from) found.push({ label: texts.labelWhereBefore(), value: place.from, isOver: true })
    if (marathon.organisedBy) found.push({ label: texts.labelOrganiser(), value: marathon.organisedBy })
  }
  if (entry && kind !== 'written') {
    if (result) found.push({ label: texts.labelRunner(), value: `${entry.firstName} ${entry.lastName}`.trim() })
    if (entry.bib) found.push({ label: texts.labelBib(), value: entry.bib, isCode: true })
  }
  if (result) {
    found.push({ label: texts.labelRank(), value: new Intl.NumberFormat(localeOf(language)).format(result.place) })
    found.push({ label: texts.labelTime(), value: formatRaceTime(result.timeMs), isCode: true })
  }
  return found
}

/** 'Sunday 5 March 2028 at 09:30 (Europe/Berlin)': as the clock at the place shows it. */
function timeIn(instant: string, timeZone: string, language: MailFacts['language'], texts: MailTexts): string {
  const zone = knownZone(timeZone)
  const options = { dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23', timeZone: zone } as const
  const time = new Intl.DateTimeFormat(localeOf(language), options).format(new Date(instant))
  return texts.timeInZone({ time, zone: shownZone(zone) })
}

/** Does this mail say that the entry has a place? */
function givesPlace({ kind, entry }: MailFacts): boolean {
  return entry?.status === 'registered' && ['registered', 'promoted', 'drawn'].includes(kind)
}

function codeOf(facts: MailFacts, texts: MailTexts): MailContent['code'] {
  const { entry } = facts
  if (!entry?.code || !givesPlace(facts)) return null
  const shown = spacedEntryCode(entry.code)
  return {
    cid: `${entry.id}@entry`,
    text: entry.code,
    shown,
    label: texts.codeLabel(),
    hint: texts.codeHint(),
    alt: texts.codePicture({ code: shown }),
  }
}

function calendarOf(
  facts: MailFacts,
  event: CalendarEvent,
  origin: string,
  date: Date,
  texts: MailTexts,
): MailContent['calendar'] {
  if (!givesPlace(facts) && !['cancelled', 'restored', 'start', 'place'].includes(facts.kind)) return null
  return {
    event,
    context: {
      urlOf: (id) => `${origin}/e/${id}`,
      // A calendar shows the marks of an isolate as boxes.
      cancelledBecause: (reason) => texts.cancelledBecause({ reason }).replaceAll(/[\u200f\u2068\u2069]/g, ''),
      now: date.getTime(),
    },
    hint: event.cancelled ? texts.calendarCancels() : texts.calendarAdds(),
  }
}

/** All links lead to the app. */
function buttonOf(
  kind: MailFacts['kind'],
  marathon: CalendarEvent | null,
  origin: string,
  texts: MailTexts,
): MailContent['button'] {
  if (!marathon) return { label: texts.seeEvents(), url: `${origin}/events` }
  const page = `${origin}/e/${encodeURIComponent(marathon._id)}`
  return kind === 'official' || kind === 'resultsCorrected'
    ? { label: texts.seeResults(), url: `${page}/results` }
    : { label: texts.seeEvent(), url: page }
}
