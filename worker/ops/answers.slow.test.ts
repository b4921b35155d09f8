import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { isAnswer, type Question, questionsOf, signatureOf, signatureText } from '../../contract/questions/questions.ts'
import type { Role } from '../../contract/roles.ts'
import type { Fields, Op, SyncApplication } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { addStaff } from '../testing/calls.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { rowsOfPage, syncAs } from '../testing/sync-as.ts'

type Row = Record<string, unknown>
let event = ''
let uid = (name: string) => name
const verdicts = async (name: string, ops: Op[]) => (await syncAs(uid(name), ops, { isLimited: false })).results
const verdict = async (name: string, ...ops: Op[]) => (await verdicts(name, ops)).at(-1)
const entry = (id: string) => env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(id).first<Row>()
const answersOf = async (id: string) => JSON.parse(String((await entry(id))?.answers || '{}')) as Record<string, string>
const flat = async (id: string) =>
  Object.fromEntries(Object.entries(await answersOf(id)).map(([key, value]) => [`answers.${key}`, value]))
const noticesTo = async (name: string) =>
  (await env.DB.prepare('SELECT parts FROM notice WHERE to_uid = ?').bind(uid(name)).all<Row>()).results.map(
    ({ parts }) => JSON.parse(String(parts)) as Row[],
  )
async function pulled(name: string, cursor: string | null = null) {
  const { page } = await syncAs(uid(name), [], { cursor })
  if (!page) throw new Error('no page')
  const { reset, cursor: next } = page
  return { reset, next, ...rowsOfPage(page) }
}

/** The answers that an account sees of an entry. */
const answersIn = (rows: SyncApplication[], id: string) =>
  Object.fromEntries(Object.entries(rows.find((row) => row._id === id) ?? {}).filter(([field]) => isAnswer(field)))

const question = (id: string, kind: Question['kind'], other: Partial<Question> = {}): Question => {
  return { id, kind, label: `Asked ${id}`, isRequired: false, staffSees: false, ...other }
}
const BORN = question('born00', 'birthYear')
const BORN_REQUIRED = { ...BORN, isRequired: true }
const SHIRT = question('shirt0', 'choice', { options: ['S', 'M'], isRequired: true })
const WAIVER = question('waiver', 'waiver', { text: 'At my own risk.', version: 1, staffSees: true })
const text = (list: unknown) => JSON.stringify(list)
let questions = ''
async function ask(next: Question[], name = 'olivia') {
  const before = questions
  questions = text(next)
  return verdict(name, op('marathon.update', event, { questions }, { questions: before }))
}
async function apply(name: string, fields: Fields = {}) {
  const id = newId('application')
  expect(await verdict(name, op('application.create', id, applicationFields(event, fields)))).toMatchObject({
    status: 'applied',
  })
  return id
}
const update = (id: string, patch: Fields, base: Fields) => op('application.update', id, patch, base)
const correct = (id: string, patch: Fields, base: Fields) => op('application.correct', id, patch, base)
const signed = (version: number, guardian = '', by = 'Somebody') =>
  signatureText({ version, at: new Date().toISOString(), by, guardian })

beforeEach(async () => {
  event = newId('marathon')
  uid = (name) => `${name}-${event}`
  questions = ''
  await verdict('olivia', op('marathon.create', event, marathonFields()))
  for (const [name, role] of Object.entries({ oscar: 'organiser', dan: 'desk', gus: 'gate' })) {
    await addStaff(event, uid(name), role as Role)
  }
})

describe('answers', () => {
  it('INV-31 merge question by question, and a clash is one of one question', async () => {
    await ask([BORN, question('club00', 'club')])
    const id = await apply('ravi', { 'answers.born00': '1987' })
    await verdict('oscar', correct(id, { 'answers.club00': 'TSV' }, {}))
    expect(await verdict('ravi', update(id, { 'answers.born00': '1978' }, { 'answers.born00': '1987' }))).toMatchObject(
      { status: 'applied' },
    )
    expect(await answersOf(id)).toEqual({ born00: '1978', club00: 'TSV' })
    expect(await verdict('ravi', update(id, { 'answers.club00': 'SV' }, {}))).toMatchObject({
      conflicts: { 'answers.club00': { base: '', yours: 'SV', theirs: 'TSV' } },
    })
    expect(await noticesTo('ravi')).toEqual([[{ kind: 'corrected', field: 'answers.club00', from: '', to: 'TSV' }]])
    // A phone that has forgotten what it saw has not seen an empty one.
    await verdict('ravi', update(id, { 'answers.club00': '' }, { 'answers.club00': 'TSV' }))
    expect(await verdict('oscar', correct(id, { 'answers.club00': 'SV' }, { 'answers.club00': null }))).toMatchObject({
      conflicts: { 'answers.club00': { base: null, yours: 'SV', theirs: '' } },
    })
  })

  it('INV-32 that are required are given, also where the phone did not know the question', async () => {
    await ask([SHIRT])
    const refused = await verdict('ravi', op('application.create', newId('application'), applicationFields(event)))
    expect(refused).toMatchObject({
      status: 'rejected',
      code: 'INVALID',
      fields: { 'answers.shirt0': { code: 'ANSWER_REQUIRED', values: { question: 'Asked shirt0' } } },
    })
    const id = await apply('ravi', { 'answers.shirt0': 'M' })
    expect(await verdict('ravi', update(id, { 'answers.shirt0': '' }, { 'answers.shirt0': 'M' }))).toMatchObject({
      code: 'INVALID',
    })
    expect(await answersOf(id)).toEqual({ shirt0: 'M' })
  })

  it('to other questions can be changed while a new required one waits', async () => {
    const id = await apply('ravi')
    await ask([SHIRT, BORN])
    expect(await verdict('ravi', update(id, { 'answers.born00': '1987' }, {}))).toMatchObject({ status: 'applied' })
  })

  it('to a question that is gone are kept, but not without end', async () => {
    await ask([BORN])
    await ask([])
    const id = await apply('ravi', { 'answers.born00': '1987' })
    expect(await answersOf(id)).toEqual({ born00: '1987' })
    const many = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`answers.gone${index + 10}`, 'x']))
    expect(await verdict('ravi', update(id, many, {}))).toMatchObject({
      fields: { answers: { code: 'AT_MOST', values: { max: 30 } } },
    })
  })

  it.each([
    ['answers.born00', '87', 'NOT_A_YEAR'],
    ['answers.shirt0', 'XL', 'NOT_ONE_OF'],
    ['staff.paid00', 'yes', 'UNKNOWN_FIELD'],
  ])('%s = %s is refused by name', async (field, answer, code) => {
    await ask([BORN, SHIRT])
    const id = await apply('ravi', { 'answers.shirt0': 'M' })
    const base = { 'answers.shirt0': 'M' }
    expect(await verdict('ravi', update(id, { [field]: answer }, base))).toMatchObject({
      fields: { [field]: { code } },
    })
  })
})

describe('a waiver', () => {
  it('says who signed it and when, whatever the phone says', async () => {
    await ask([WAIVER])
    const id = await apply('ravi')
    const sent = signatureText({ version: 1, at: '2999-01-01T00:00:00.000Z', by: 'The Pope', guardian: '' })
    await verdict('ravi', update(id, { 'answers.waiver': sent }, {}))
    const signature = signatureOf((await answersOf(id)).waiver ?? '')
    expect(signature).toMatchObject({ version: 1, by: uid('ravi') })
    expect(Date.parse(signature?.at ?? '')).toBeLessThanOrEqual(Date.now())
  })

  const ofAge = { ...WAIVER, guardianBelow: 18 }
  const errorOf = async (id: string, patch: Fields, base: Fields = {}) =>
    ((await verdict('ravi', update(id, patch, base)))?.fields as Row | undefined)?.['answers.waiver']

  it('below the age needs a guardian, and one added later leaves who signed and when', async () => {
    await ask([BORN_REQUIRED, ofAge])
    const id = await apply('ravi', { 'answers.born00': '2015' })
    expect(await errorOf(id, { 'answers.waiver': signed(1) })).toMatchObject({ code: 'GUARDIAN_NEEDED' })
    await verdict('olivia', correct(id, { 'answers.waiver': signed(1) }, {}))
    const { waiver = '' } = await answersOf(id)
    const before = signatureOf(waiver)
    expect(before).toMatchObject({ by: uid('olivia'), guardian: '' })
    const withRosa = signatureText({ version: 1, at: before?.at ?? '', by: 'Ravi', guardian: 'Rosa' })
    expect(await errorOf(id, { 'answers.waiver': withRosa }, { 'answers.waiver': waiver })).toBeUndefined()
    expect(signatureOf((await answersOf(id)).waiver ?? '')).toEqual({ ...before, guardian: 'Rosa' })
  })

  it('needs the year of birth where a guardian signs below an age', async () => {
    const refused = { fields: { 'questions.0.guardianBelow': { code: 'NEEDS_BIRTH_YEAR' } } }
    expect(await ask([ofAge, BORN])).toMatchObject(refused)
    questions = ''
    expect(await ask([ofAge, BORN_REQUIRED])).toMatchObject({ status: 'applied' })
  })

  it('numbers each text itself, and signatures count from the text that asks again', async () => {
    await ask([WAIVER])
    const id = await apply('ravi', { 'answers.waiver': signed(1) })
    const stored = async () => questionsOf({ questions: String(await column()) })[0]
    const column = () => env.DB.prepare('SELECT questions FROM marathon WHERE id = ?').bind(event).first('questions')
    await ask([{ ...WAIVER, text: 'At your own risk.' }])
    expect(await stored()).toMatchObject({ version: 2, earlier: ['At my own risk.'] })
    expect(await errorOf(id, { 'answers.waiver': signed(3) }, await flat(id))).toEqual({ code: 'TEXT_CHANGED' })
    questions = String(await column())
    // Another organiser who wrote version 2 too, and keeps it.
    await ask([{ ...WAIVER, text: 'At nobody’s risk.', version: 2, asksFrom: 2, earlier: ['At my own risk.'] }])
    expect(await stored()).toMatchObject({
      version: 3,
      earlier: ['At my own risk.', 'At your own risk.'],
      asksFrom: 3,
    })
    const other = await apply('rosa', { 'answers.waiver': signed(3) })
    const refused = await verdict('rosa', update(other, { 'answers.waiver': signed(2, 'Rosa') }, await flat(other)))
    expect(refused?.fields).toEqual({ 'answers.waiver': { code: 'TEXT_CHANGED' } })
  })

  it('of an old text keeps nobody from another edit, and the signature is owed', async () => {
    await ask([BORN_REQUIRED, ofAge])
    const id = await apply('ravi', { 'answers.born00': '1987', 'answers.waiver': signed(1) })
    const { waiver = '' } = await answersOf(id)
    await ask([BORN_REQUIRED, { ...ofAge, text: 'New.', asksFrom: 2 }])
    const born = (year: string, before: string) => [{ 'answers.born00': year }, { 'answers.born00': before }] as const
    expect(await verdict('ravi', update(id, ...born('1978', '1987')))).toMatchObject({ status: 'applied' })
    expect(await verdict('oscar', correct(id, ...born('2015', '1978')))).toMatchObject({ status: 'applied' })
    expect(await answersOf(id)).toEqual({ born00: '2015', waiver })
  })

  it('that a phone with a fast clock signed does not clash with itself', async () => {
    await ask([WAIVER])
    const id = await apply('ravi')
    const at = '2999-01-01T00:00:00.000Z'
    const first = signatureText({ version: 1, at, by: 'R', guardian: '' })
    const second = signatureText({ version: 1, at, by: 'R', guardian: 'Rosa' })
    const [one, two] = await verdicts('ravi', [
      update(id, { 'answers.waiver': first }, {}),
      update(id, { 'answers.waiver': second }, { 'answers.waiver': first }),
    ])
    expect([one?.conflicts, two?.conflicts]).toEqual([undefined, undefined])
    expect(signatureOf((await answersOf(id)).waiver ?? '')?.guardian).toBe('Rosa')
  })

  it('and other answers of the desk are stored, also where the questions changed meanwhile', async () => {
    await ask([
      { ...BORN_REQUIRED, staffSees: true },
      { ...ofAge, text: 'New.', version: 2, earlier: ['Old.'], asksFrom: 2 },
      SHIRT,
    ])
    const id = newId('application')
    const names = { marathonId: event, firstName: 'Wanda', lastName: 'Gate', bib: null, code: newEntryCode(), above: 0 }
    const answers = { 'answers.born00': '2015', 'answers.waiver': signed(1), 'answers.shirt0': 'XL' }
    expect(await verdict('dan', op('application.walkIn', id, { ...names, ...answers }))).toMatchObject({
      status: 'applied',
    })
    expect(await answersOf(id)).toMatchObject({
      born00: '2015',
      shirt0: 'XL',
      waiver: expect.stringContaining('"version":1'),
    })
  })

  it('is signed at the desk, also of an entry with account; no other answer of such an entry is', async () => {
    await ask([{ ...BORN, staffSees: true }, WAIVER])
    const id = await apply('ravi')
    expect(await verdict('dan', correct(id, { 'answers.born00': '1987' }, {}))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await verdict('gus', correct(id, { 'answers.waiver': signed(1) }, {}))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await verdict('dan', correct(id, { 'answers.waiver': signed(1) }, {}))).toMatchObject({ status: 'applied' })
    expect(signatureOf((await answersOf(id)).waiver ?? '')?.by).toBe(uid('dan'))
    const { waiver = '' } = await answersOf(id)
    expect(await verdict('dan', correct(id, { 'answers.waiver': '' }, { 'answers.waiver': waiver }))).toMatchObject({
      code: 'FORBIDDEN',
    })
    await ask([BORN, { ...WAIVER, staffSees: false }])
    expect(await verdict('dan', correct(id, { 'answers.waiver': '' }, {}))).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('staff', () => {
  it('of the gate see what the question lets them see, and start over when that changes', async () => {
    const shown = question('shown0', 'text', { staffSees: true })
    await ask([BORN, shown])
    const id = await apply('ravi', { 'answers.born00': '1987', 'answers.shown0': 'vegan' })
    const seen = async (cursor: string | null = null) => {
      const { reset, applications, next } = await pulled('gus', cursor)
      return { reset, next, answers: answersIn(applications, id) }
    }
    const first = await seen()
    expect(first.answers).toEqual({ 'answers.shown0': 'vegan' })
    await ask([
      { ...BORN, staffSees: true },
      { ...shown, staffSees: false },
    ])
    const second = await seen(first.next)
    expect([second.reset, second.answers]).toEqual([true, { 'answers.born00': '1987' }])
    await ask([{ ...BORN, staffSees: true, label: 'Born in' }])
    expect((await seen(second.next)).reset).toBe(false)
    await ask([])
    expect((await seen(second.next)).answers).toEqual({})
  })

  it('that organise note what the runner does not see, unless the field is shown', async () => {
    const staffFields = text([
      { id: 'paid00', label: 'Paid', isShown: true },
      { id: 'note00', label: 'Late again', isShown: false },
    ])
    await verdict('olivia', op('marathon.update', event, { staffFields }, { staffFields: '' }))
    const id = await apply('ravi')
    await verdict('oscar', correct(id, { 'staff.paid00': 'yes', 'staff.note00': 'no' }, {}))
    const own = await pulled('ravi')
    expect(answersIn(own.applications, id)).toEqual({ 'staff.paid00': 'yes' })
    expect(own.marathons.find((row) => row._id === event)?.staffFields).toBe(
      '[{"id":"paid00","isShown":true,"label":"Paid"}]',
    )
    const ofOscar = await pulled('oscar')
    expect(answersIn(ofOscar.applications, id)).toEqual({ 'staff.note00': 'no', 'staff.paid00': 'yes' })
    expect(await noticesTo('ravi')).toEqual([[{ kind: 'corrected', field: 'staff.paid00', from: '', to: 'yes' }]])
    expect(await verdict('dan', correct(id, { 'staff.paid00': '' }, {}))).toMatchObject({ code: 'FORBIDDEN' })
    const other = text([{ id: 'note00', label: 'Late again', isShown: true }])
    expect(
      await verdict('olivia', op('marathon.update', event, { staffFields: other }, { staffFields })),
    ).toMatchObject({
      fields: { staffFields: { code: 'FIXED' } },
    })
  })

  it('INV-31 note is told to nobody once the event is deleted', async () => {
    const staffFields = text([{ id: 'paid00', label: 'Paid', isShown: true }])
    await verdict('olivia', op('marathon.update', event, { staffFields }, { staffFields: '' }))
    const id = await apply('oscar')
    await verdict('oscar', correct(id, { 'staff.paid00': 'yes' }, {}))
    const seen = async () => answersIn((await pulled('oscar')).applications, id)
    expect(await seen()).toEqual({ 'staff.paid00': 'yes' })
    await verdict('olivia', op('marathon.delete', event, {}, {}))
    expect(await seen()).toEqual({})
  })

  it('enter somebody at the desk with answers; a missing one keeps nobody out', async () => {
    await ask([SHIRT, BORN])
    const walkIn = (fields: Fields) =>
      op('application.walkIn', newId('application'), {
        ...{ marathonId: event, firstName: 'Wanda', lastName: 'Gate', bib: null, code: newEntryCode(), above: 0 },
        ...fields,
      })
    const made = walkIn({ 'answers.shirt0': 'M' })
    expect(await verdict('dan', made, walkIn({}))).toMatchObject({ status: 'applied' })
    expect(await answersOf(made.id)).toEqual({ shirt0: 'M' })
    expect(await verdict('dan', walkIn({ 'answers.born00': '87' }))).toMatchObject({ code: 'INVALID' })
    // A phone that has forgotten values sends them as null, after a restore. They are the same op.
    const forgotten = { ...made, patch: { ...made.patch, 'answers.shirt0': null, phoneNumber: null } }
    const again = walkIn(forgotten.patch)
    expect(await verdict('dan', { ...made, patch: { ...made.patch, 'answers.shirt0': null } }, again)).toMatchObject({
      status: 'applied',
    })
    expect([await answersOf(made.id), await answersOf(again.id)]).toEqual([{ shirt0: 'M' }, {}])
    expect(await verdict('dan', walkIn({ 'staff.paid00': 'yes' }))).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('do not change the kind of a question', async () => {
    await ask([BORN])
    const next = text([{ ...BORN, kind: 'club' }])
    expect(await verdict('oscar', op('marathon.update', event, { questions: next }, { questions }))).toMatchObject({
      fields: { questions: { code: 'FIXED' } },
    })
  })

  it('tell everybody without urgency once a question is required or a text asks again', async () => {
    const CLUB = question('club00', 'club')
    const told = async () => {
      const { results } = await env.DB.prepare(
        'SELECT kind, urgent FROM notice WHERE marathon_id = ? AND to_uid IS NULL',
      )
        .bind(event)
        .all<Row>()
      return results
    }
    await ask([CLUB])
    await ask([{ ...CLUB, isRequired: true }])
    expect(await told()).toEqual([])
    await apply('ravi', { 'answers.club00': 'TSV' })
    await ask([
      { ...CLUB, isRequired: true, label: 'Team' },
      { ...BORN, isRequired: false },
    ])
    expect(await told()).toEqual([])
    const waiver = { ...WAIVER, isRequired: true, guardianBelow: null }
    await ask([waiver])
    expect(await told()).toEqual([{ kind: 'asked', urgent: 0 }])
    await ask([{ ...waiver, text: 'Corrected.' }])
    expect(await told()).toHaveLength(1)
    const row = await env.DB.prepare('SELECT questions FROM marathon WHERE id = ?').bind(event).first<Row>()
    questions = String(row?.questions)
    expect(questions).toContain('Corrected.')
    await ask([{ ...waiver, text: 'New.', asksFrom: 3 }])
    expect(await told()).toHaveLength(2)
  })
})
