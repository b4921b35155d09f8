import ICAL from 'ical.js'
import PostalMime, { type Email } from 'postal-mime'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAIL_LANGUAGES, type MailKind, MUST_KNOW } from '../../contract/mail.ts'
import { SAMPLE_KINDS, sampleEnvelope, sampleFacts } from '../testing/sample-mails.ts'
import type { Envelope, MailFacts } from './facts.ts'
import { buildMail } from './mail.ts'

const ALL = MAIL_LANGUAGES.flatMap((language) => SAMPLE_KINDS.map((kind) => ({ kind, language })))

/** A sample as a message, and as a mail program reads it. */
async function sample(
  kind: MailKind,
  other: Partial<MailFacts> = {},
  envelope: Partial<Envelope> = {},
): Promise<{ message: string; mail: Email }> {
  const facts = sampleFacts(kind, other.language ?? 'en', other)
  const message = await buildMail(facts, sampleEnvelope(kind, envelope))
  return { message, mail: await PostalMime.parse(message) }
}

const headersOf = ({ headers }: Email) => new Map(headers.map(({ key, value }) => [key, value]))
/** Runtimes write the comma after the day or not. */
const textOf = ({ text = '' }: Email) => text.replaceAll('Sunday,', 'Sunday')
const html = ({ html: found = '' }: Email) => found
const attached = (mail: Email, type: string) => mail.attachments.filter(({ mimeType }) => mimeType === type)
const asText = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)
/** What a reader sees of the HTML, without what only carries it. */
const seen = (mail: Email) =>
  html(mail)
    .replace(/<(head|style)>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')

describe.each(ALL)('a mail $kind in $language', ({ kind, language }) => {
  let message: string
  let mail: Email
  beforeAll(async () => {
    ;({ message, mail } = await sample(kind, { language }))
  })

  it('is a well-formed message in ASCII, with the headers of an automatic mail', () => {
    expect(message).not.toMatch(/[^\r\n\t -~]/)
    expect(message.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(message.split('\r\n').filter((line) => line.length > 998)).toEqual([])
    const headers = headersOf(mail)
    expect(headers.size).toBe(mail.headers.length)
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('content-language')).toBe(language)
    expect(mail.messageId).toBe(`<${kind}.0198c0de@run.example>`)
    expect(mail.date).toBe('2027-11-27T19:00:00.000Z')
    expect(mail.from).toMatchObject({ name: 'Startline', address: 'mail@run.example' })
    expect(mail.to).toEqual([{ name: '', address: 'ada@example.com' }])
    expect(mail.subject).toContain('Harbour Ten')
  })

  it('can be stopped by one click, but where it must be known', () => {
    const headers = headersOf(mail)
    const { unsubscribe } = sampleEnvelope(kind)
    const mustBeKnown = MUST_KNOW.includes(kind)
    expect(headers.get('list-unsubscribe')).toBe(mustBeKnown ? undefined : `<${unsubscribe}>`)
    expect(headers.get('list-unsubscribe-post')).toBe(mustBeKnown ? undefined : 'List-Unsubscribe=One-Click')
    for (const text of [html(mail), mail.text]) expect(text?.includes('/unsubscribe/')).toBe(!mustBeKnown)
  })

  it('says the same in plain text as in HTML', () => {
    const words = (mail.text ?? '')
      .replace(/^(?:> |-- )/gm, '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('https://'))
      .flatMap((line) => line.split(/: (?=\S)/))
      .map((line) => line.replace(/:$/, '').trim())
    for (const word of words) expect(seen(mail)).toContain(word)
    const links = [...html(mail).matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
    for (const link of links) expect(mail.text).toContain(link)
  })

  it('asks for nothing from elsewhere, and leads to the app alone', () => {
    const text = html(mail)
    expect(text).not.toMatch(
      /<(?:script|link|iframe|object|form|base|video|audio)\b|@import|url\(|\son\w+=|srcset|background=/i,
    )
    const pictures = [...text.matchAll(/src="([^"]+)"/g)].map(([, source]) => source)
    const inside = mail.attachments
      .filter(({ related }) => related)
      .map(({ contentId }) => `cid:${contentId?.slice(1, -1)}`)
    expect(pictures).toEqual(inside)
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, link]) => new URL(link ?? '').origin)
    expect(links.length).toBe(MUST_KNOW.includes(kind) ? 1 : 2)
    expect(new Set(links)).toEqual(new Set(['https://run.example']))
  })

  it('names its language and direction', () => {
    expect(html(mail)).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(html(mail)).toContain('<meta name="color-scheme" content="light dark">')
  })
})

describe('what a mail says', () => {
  it('has the time at the place, the code and its picture where somebody got a place', async () => {
    const { mail } = await sample('registered')
    expect(mail.subject).toBe('You are registered: Harbour Ten')
    expect(textOf(mail)).toContain('Start: Sunday 5 March 2028 at 09:30 (Europe/Berlin)')
    expect(mail.text).toContain('Entry code: K7M2 Q9XV')
    const [picture] = attached(mail, 'image/png')
    expect(picture).toMatchObject({ disposition: 'inline', related: true })
    expect(html(mail)).toContain('alt="QR code of entry K7M2 Q9XV"')
  })

  it.each<[MailKind, string, number]>([
    ['registered', 'registered', 1],
    ['promoted', 'registered', 1],
    ['drawn', 'registered', 1],
    ['drawn', 'waiting', 0],
    ['waiting', 'waiting', 0],
    ['entered', 'entered', 0],
    ['written', 'registered', 0],
  ])('%s of an entry that is %s: %d codes', async (kind, status, count) => {
    const entry = { ...sampleFacts('registered', 'en').entry, status } as NonNullable<MailFacts['entry']>
    const { mail } = await sample(kind, { entry })
    expect(attached(mail, 'image/png')).toHaveLength(count)
    expect(attached(mail, 'text/calendar')).toHaveLength(count)
    expect(mail.text?.includes('K7M2')).toBe(count === 1)
  })

  it('has a calendar file of the event, which a cancellation marks as cancelled', async () => {
    for (const [kind, status] of [
      ['registered', 'CONFIRMED'],
      ['start', 'CONFIRMED'],
      ['cancelled', 'CANCELLED'],
    ] as const) {
      const { mail } = await sample(kind)
      const [file] = attached(mail, 'text/calendar')
      expect(file).toMatchObject({ filename: 'event.ics', disposition: 'attachment' })
      const calendar = new ICAL.Component(ICAL.parse(asText(file?.content ?? '')))
      expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
      const event = calendar.getFirstSubcomponent('vevent')
      expect(event?.getFirstPropertyValue('uid')).toBe('0198c0de-0000-7000-8000-000000000001@startline')
      expect(event?.getFirstPropertyValue('status')).toBe(status)
    }
  })

  it('says before and after of all that moved', async () => {
    const { mail } = await sample('start')
    expect(textOf(mail)).toContain(
      'Start: Sunday 5 March 2028 at 09:30 (Europe/Berlin)\nStart before: Sunday 5 March 2028 at 08:00 (Europe/Berlin)\n' +
        'Where: Landungsbrücken, Hamburg\nWhere before: Fischmarkt, Hamburg',
    )
  })

  it('says who got a place by a draw only where it is about one entry', async () => {
    const { entry: _one, ...several } = sampleFacts('drawn', 'en')
    const message = await buildMail(several, sampleEnvelope('drawn'))
    const { subject = '', text } = await PostalMime.parse(message)
    expect(subject).toBe('The places are drawn: Harbour Ten')
    expect(text).toContain('Your entries say who has one.')
  })

  it("marks the organiser's words as theirs", async () => {
    const { mail } = await sample('written', {
      text: 'Click <a href="https://evil.example">here</a>\nnow',
      by: 'Olivia',
    })
    expect(mail.text).toContain(
      'Olivia writes:\n\n> Click <a href="https://evil.example">here</a>\n> now\n\nStartline did not write or check these words.',
    )
    expect(html(mail)).toContain('Click &lt;a href=&quot;https://evil.example&quot;&gt;here&lt;/a&gt;<br>now')
  })

  it('shows a time in UTC where the zone is not known here', async () => {
    const marathon = { ...sampleFacts('registered', 'en').marathon, timeZone: 'Mars/Olympus' } as MailFacts['marathon']
    const { mail } = await sample('registered', { marathon })
    expect(textOf(mail)).toContain('Sunday 5 March 2028 at 08:30 (UTC)')
  })

  it('is not made without an address to stop it, nor with one where it must be known', async () => {
    await expect(sample('registered', {}, { unsubscribe: null })).rejects.toThrow('registered')
    await expect(sample('cancelled', {}, { unsubscribe: 'https://run.example/unsubscribe/x' })).rejects.toThrow(
      'cancelled',
    )
  })
})

/** What people may have as names, titles and words. Each is as long as its field may be. */
const HOSTILE: [string, string][] = [
  ['a line end and a header', 'Ada\r\nBcc: eve@evil.example\r\n\r\n<h1>Hello</h1>'],
  ['a line end of Unicode', 'Ada\u2028Bcc: eve@evil.example\u0085X: y\u000b'],
  ['characters of control', 'A\0d\u0001a\u001b[31m\u007f'],
  ['80 letters without a blank', 'W'.repeat(80)],
  ['80 letters of Bengali', 'ক্ষ্ম'.repeat(20).slice(0, 80)],
  ['80 letters of Arabic', 'محمد الطويل '.repeat(8).slice(0, 80)],
  ['80 letters of Chinese', '長'.repeat(80)],
  ['80 pictures', '👨‍👩‍👧‍👦'.repeat(20).slice(0, 80)],
  ['many accents on a letter', `Z${'\u0336\u0300\u0489'.repeat(26)}`],
  ['a text that turns around', 'Ada \u202egnp.exe\u202c \u2066x\u2069 \u200fy'],
  ['a half of a pair', 'Ada \ud83d Lauf \udc00'],
  ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['signs of addresses', '"Ada" <eve@evil.example>, eve2@evil.example; (x)'],
  ['an encoded word', '=?UTF-8?B?PGgxPkhlbGxvPC9oMT4=?='],
  ['what replaces text', '$& $1 {title} %s &amp; &lt;'],
  ['a boundary', '----_NmP-1-Part_1--'],
  ['a full stop alone', '.'],
]

describe.each(HOSTILE)('%s', (_what, words) => {
  const kinds: MailKind[] = ['registered', 'written', 'cancelled', 'withdrawn', 'deleted']

  it.each(kinds)('in all texts of a mail %s stays text', async (kind) => {
    for (const language of ['en', 'ar'] as const) {
      const base = sampleFacts(kind, language)
      const marathon =
        '_id' in base.marathon
          ? { ...base.marathon, title: words, location: words, organisedBy: words, description: words }
          : { title: words }
      const { message, mail } = await sample(kind, {
        language,
        marathon,
        ...(base.entry ? { entry: { ...base.entry, firstName: words, lastName: words, bib: words.slice(0, 12) } } : {}),
        ...(base.text ? { text: words, by: words } : {}),
        parts: [
          { kind: 'cancelled', reason: words },
          { kind: 'withdrawn', title: words, person: words, reason: words },
        ],
      })
      expect(message).not.toMatch(/[^\r\n\t -~]/)
      expect(message.split('\r\n').filter((line) => line.length > 998)).toEqual([])
      const expected = await sample(kind, { language })
      // The same headers, in the same order, and the same parts.
      expect(mail.headers.map(({ key }) => key)).toEqual(expected.mail.headers.map(({ key }) => key))
      expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(
        expected.mail.attachments.map(({ mimeType }) => mimeType),
      )
      expect(mail.to).toEqual(expected.mail.to)
      expect(mail.from).toEqual(expected.mail.from)
      // The same elements, but for the line ends of a text.
      const elements = (of: Email) => [...html(of).matchAll(/<(?!br)(\/?[a-z0-9]+)/g)].map(([, name]) => name).join()
      const facts = (text: string) => text.replaceAll(/(tr,td,div,\/div,div,bdi,\/bdi,\/div,\/td,\/tr,)+/g, 'facts,')
      expect(facts(elements(mail))).toBe(facts(elements(expected.mail)))
      // Nothing turns the text around but our own marks, in pairs.
      for (const text of [html(mail), mail.text ?? '', mail.subject ?? '']) {
        expect(text).not.toMatch(/[\u202a-\u202e\u2066\u2067\u2028\u2029]|[\p{Cc}--[\r\n\t]]/v)
        expect(text.split('\u2068').length).toBe(text.split('\u2069').length)
        expect(text.isWellFormed()).toBe(true)
      }
      expect(mail.subject).not.toMatch(/[\r\n]/)
    }
  })
})

describe('addresses', () => {
  it.each([
    `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
    "o'hara+run@example.com",
    '"quoted words"@example.com',
  ])('%s is the only reader', async (to) => {
    const { mail } = await sample('registered', {}, { to })
    expect(mail.to).toEqual([{ name: '', address: to }])
  })

  it('a name with signs is the name of the sender', async () => {
    const { mail } = await sample('registered', {}, { from: '"Läufe, Hamburg" <mail@run.example>' })
    expect(mail.from).toMatchObject({ name: 'Läufe, Hamburg', address: 'mail@run.example' })
  })

  it.each([
    'ada@example.com\r\nBcc: eve@evil.example',
    'ada@example.com, eve@evil.example',
    'ada@example.com>,<eve@evil.example',
  ])('what is no address brings no further reader: %j', async (to) => {
    const { mail } = await sample('registered', {}, { to })
    expect(headersOf(mail).has('bcc')).toBe(false)
    expect(mail.to?.length).toBe(1)
  })
})
