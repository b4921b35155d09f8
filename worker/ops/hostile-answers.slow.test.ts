import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_LENGTH } from '../../contract/limits.ts'
import { noticePartsSchema } from '../../contract/notice.ts'
import type { Categories } from '../../contract/questions/categories.ts'
import { isAnswer, type Question, signatureOf, signatureText } from '../../contract/questions/questions.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { pullStatements } from '../pull/pull.ts'
import { MAX_PAGE_BYTES } from '../pull/wire.ts'
import { addStaff, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { rowsOfPage, syncAs } from '../testing/sync-as.ts'
import { OP_COST_MS } from './op-budget.ts'

// What hostile accounts do with questions, answers and fields of staff, with the raw API.

type Row = Record<string, unknown>
let event = ''
let questions = ''
const uid = (name: string) => `${name}-${event}`
const call = (name: string, ops: Op[]) => syncAs(uid(name), ops, { isLimited: false })
async function verdict(name: string, ...ops: Op[]) {
  const { results, halted } = await call(name, ops)
  expect(halted).toBeNull()
  return results.at(-1)
}
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length
const rowOf = (id: string) => env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(id).first<Row>()
const answersOf = async (id: string) => JSON.parse(String((await rowOf(id))?.answers || '{}')) as Record<string, string>
const stored = () =>
  env.DB.prepare('SELECT questions FROM marathon WHERE id = ?').bind(event).first<string>('questions')
const question = (id: string, kind: Question['kind'] = 'text', other: Partial<Question> = {}): Question => {
  return { id, kind, label: `Asked ${id}`, isRequired: false, staffSees: false, ...other }
}
const WAIVER = question('waiver', 'waiver', { text: 'At my own risk.', version: 1, staffSees: true })
const ten = (other: Partial<Question> = {}) =>
  Array.from({ length: 10 }, (_, n) => question(`asked${n}`, 'text', other))
const update = (next: string) => op('marathon.update', event, { questions: next }, { questions })
async function ask(list: Question[]) {
  expect(await verdict('olivia', update(JSON.stringify(list)))).toEqual(expect.objectContaining({ status: 'applied' }))
  questions = String(await stored())
}
const TEN: Categories = { preset: 'ten' }
const STAFF_FIELDS = JSON.stringify([
  { id: 'shown0', label: 'Paid', isShown: true },
  { id: 'note00', label: 'Note', isShown: false },
])
async function apply(fields: Fields = {}, name = 'ravi') {
  const id = newId('entry')
  const made = await verdict(name, op('application.create', id, applicationFields(event, fields)))
  expect(made).toMatchObject({ status: 'applied' })
  return id
}
const edit = (id: string, patch: Fields, base: Fields = {}) => op('application.update', id, patch, base)
const correct = (id: string, patch: Fields, base: Fields = {}) => op('application.correct', id, patch, base)
const all = (text: string, count = 10) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`answers.asked${n}`, text]))
async function pulled(name: string) {
  const { page } = await syncAs(uid(name), [])
  if (!page) throw new Error('no page')
  return rowsOfPage(page)
}

beforeEach(async () => {
  event = newId('marathon')
  questions = ''
  const fields = marathonFields({ staffFields: STAFF_FIELDS, handOverUntil: inDays(9), perAccount: 2000 })
  expect(await verdict('olivia', op('marathon.create', event, fields))).toMatchObject({ status: 'applied' })
  await addStaff(event, uid('oscar'), 'organiser')
  await addStaff(event, uid('dan'), 'desk')
  await addStaff(event, uid('gus'), 'gate')
})

describe('questions', () => {
  const one = JSON.stringify(question('asked0'))
  it.each<[string, string, object]>([
    ['no JSON', '{', { questions: { code: 'NOT_VALID' } }],
    ['deep JSON', '['.repeat(6000), { questions: { code: 'NOT_VALID' } }],
    ['deep JSON that ends', '['.repeat(6000) + ']'.repeat(6000), { 'questions.0': { code: 'NOT_VALID' } }],
    ['a number', '7', { questions: { code: 'NOT_VALID' } }],
    ['thousands that are none', `[${'1,'.repeat(5900)}1]`, { questions: { code: 'AT_MOST' } }],
    ['eleven', `[${one}${`,${one}`.repeat(10)}]`, { questions: { code: 'AT_MOST' } }],
    ['two of one id', `[${one},${one}]`, { questions: { code: 'NOT_UNIQUE' } }],
    ['an id of an object', `[${one.replace('asked0', '__proto__')}]`, { 'questions.0.id': { code: 'NOT_VALID' } }],
    [
      'one letter too many',
      `${' '.repeat(MAX_LENGTH.questions + 1 - one.length)}[${one}]`,
      { questions: { code: 'TOO_LONG' } },
    ],
    ['a megabyte', `["${'x'.repeat(1_000_000)}"]`, { questions: { code: 'TOO_LONG' } }],
    ['a megabyte of lists', `[${'[],'.repeat(300_000)}[]]`, { questions: { code: 'TOO_LONG' } }],
    ['long unknown keys', `[{"${'k'.repeat(9000)}":1}]`, { 'questions.0.id': {} }],
  ])('that are %s are refused by name, in few bytes', async (_what, text, fields) => {
    const refused = await verdict('olivia', update(text))
    expect(refused).toMatchObject({ code: 'INVALID', fields })
    expect(bytesOf(refused)).toBeLessThan(2000)
  })

  it('are stored in one form, whatever keys their JSON has twice or hides', async () => {
    const twice = one.replace('"kind":"text"', '"kind":"sex","kind":"text","kind":"text"')
    await verdict('olivia', update(`\n [ ${twice} ]`))
    questions = String(await stored())
    expect(questions).toBe(`[${JSON.stringify(Object.fromEntries(Object.entries(question('asked0')).sort()))}]`)
    const hidden = one.replace('{', '{"__proto__":{"staffSees":true},')
    expect(await verdict('olivia', update(`[${hidden}]`))).toMatchObject({
      fields: { 'questions.0.__proto__': { code: 'UNKNOWN_FIELD' } },
    })
    const broken = one.replace('Asked asked0', 'A\\ud800\\u0000\\u202eb')
    expect(await verdict('olivia', update(`[${broken}]`))).toMatchObject({ status: 'applied' })
    expect(JSON.parse(String(await stored()))).toMatchObject([{ label: 'A�b' }])
  })

  it('of the greatest length can be stored and changed: no stored text is above its limit', async () => {
    // One letter, which is two as it is stored.
    const letters = (count: number) => '\u0958'.repeat(count)
    const grown = [
      ...Array.from({ length: 9 }, (_, n) =>
        question(`asked${n}`, 'choice', {
          label: letters(MAX_LENGTH.question / 2),
          options: Array.from({ length: 20 }, (_, m) => `${m}${letters(29)}`),
        }),
      ),
      { ...WAIVER, text: letters(1000), version: 10, earlier: Array.from({ length: 9 }, (_, n) => n + letters(999)) },
    ]
    const text = JSON.stringify(grown)
    expect(text.length).toBeLessThan(MAX_LENGTH.questions)
    expect(await verdict('olivia', update(text))).toMatchObject({ fields: { questions: { code: 'TOO_LONG' } } })
    const most = ten({ label: '跑'.repeat(MAX_LENGTH.question) })
    const [waiver] = [
      {
        ...WAIVER,
        text: '跑'.repeat(2000),
        version: 10,
        earlier: Array.from({ length: 9 }, (_, n) => `${n}${'跑'.repeat(1990)}`),
      },
    ]
    await ask([waiver as Question])
    expect(await verdict('olivia', update(JSON.stringify(most)))).toMatchObject({ status: 'applied' })
  })

  it('that clash are stored with three texts at most, and cost as much', async () => {
    const long = (mark: string) =>
      JSON.stringify([
        {
          ...WAIVER,
          text: mark + '跑'.repeat(1900),
          version: 5,
          earlier: Array.from({ length: 4 }, () => '跑'.repeat(1900)),
        },
      ])
    const now = Date.now()
    await verdict('olivia', update(long('a')))
    await syncAs(uid('oscar'), [op('marathon.update', event, { questions: long('b') }, { questions: long('c') })], {
      now,
    })
    const { verdict: record } = (await env.DB.prepare(
      "SELECT verdict FROM op_record WHERE uid = ? AND type = 'marathon.update'",
    )
      .bind(uid('oscar'))
      .first<Row>()) as { verdict: string }
    expect(record).toContain('"conflicts"')
    expect(bytesOf(record)).toBeLessThan(120_000)
    const spent = env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(uid('oscar'))
    expect((Number(await spent.first('spent_until')) - now) / OP_COST_MS).toBeGreaterThan(30)
  })

  it.each([
    ['another preset', '{"preset":"six"}', 'categories.preset'],
    [
      'bands that overlap',
      '{"bands":[{"name":"A","sex":"F","from":0,"to":20},{"name":"B","sex":"","from":20,"to":null}]}',
      'categories.bands',
    ],
    [
      'a band that ends before it begins',
      '{"bands":[{"name":"A","sex":"F","from":30,"to":20}]}',
      'categories.bands.0.to',
    ],
    ['a list', '[]', 'categories'],
    ['both', JSON.stringify({ ...TEN, bands: [{ name: 'A', sex: 'F', from: 0, to: 20 }] }), 'categories'],
    ['neither', '{}', 'categories'],
  ])('and categories: %s is refused by name', async (_what, categories, field) => {
    const refused = await verdict('olivia', op('marathon.update', event, { categories }, { categories: '' }))
    expect(Object.keys((refused?.fields ?? {}) as object)).toEqual([field])
    expect(JSON.stringify(refused)).not.toContain('invalid_union')
  })
})

describe('answers', () => {
  it.each<[string, Fields]>([
    ['a number', { 'answers.asked0': 7 }],
    ['null', { 'answers.asked0': null }],
    ['true', { 'answers.asked0': true }],
    ['too long', { 'answers.asked0': 'x'.repeat(301) }],
    ['JSON of all', { answers: '{"asked0":"x"}' }],
    ['JSON of notes', { staffAnswers: '{"note00":"x"}' }],
    ['a note', { 'staff.note00': 'x' }],
    ['of no question', { 'answers.': 'x' }],
    ['of two', { 'answers.asked0.asked1': 'x' }],
    ['beside what nobody knows', { 'answers.asked0': 'x', color: 'red' }],
    ['of an object', { 'answers.__proto__': 'x' }],
  ])('that are %s are refused with the whole op', async (_what, patch) => {
    await ask(ten())
    const id = await apply({ 'answers.asked0': 'first' })
    const before = await rowOf(id)
    const field = Object.keys(patch).at(-1)
    for (const change of [
      edit(id, { ...patch, lastName: 'Other' }, { lastName: 'Lauf' }),
      op('application.create', newId('entry'), applicationFields(event, { firstName: 'Bo', ...patch })),
      op(
        'application.takeOver',
        newId('entry'),
        applicationFields(event, { from: id, secret: 'A'.repeat(22), ...patch }),
      ),
    ])
      expect(await verdict('ravi', change)).toMatchObject({ code: 'INVALID', fields: { [String(field)]: {} } })
    expect(await rowOf(id)).toEqual(before)
  })

  it.each<[string, Fields, Fields, string]>([
    ['a list', { 'answers.asked0': ['x'] }, {}, 'patch'],
    ['an object', { 'answers.asked0': { toString: 'x' } }, {}, 'patch'],
    ['with true as base', { 'answers.asked0': 'x' }, { 'answers.asked0': true }, 'base'],
    ['with a list as base', { 'answers.asked0': 'x' }, { 'answers.asked0': ['x'] }, 'base'],
    ['with a long base', { 'answers.asked0': 'x' }, { 'answers.asked0': 'x'.repeat(301) }, 'base'],
  ])('that are %s are named in the refusal of the request', async (_what, patch, base, where) => {
    const refused = call('ravi', [edit(await apply(), patch, base)])
    await expect(refused).rejects.toMatchObject({ code: 'INVALID', fields: { [`ops.0.${where}.answers.asked0`]: {} } })
  })

  it('have names that an object has too, and values that look like JSON', async () => {
    const odd = ['constructor', '1234567', 'valueof', 'tostring0']
    await ask(odd.map((id) => question(id, 'text', { staffSees: true, label: '{"a":[1]}' })))
    const answers = {
      'answers.constructor': '{"a":1}',
      'answers.1234567': 'null',
      'answers.valueof': '[1]',
      'answers.tostring0': '"',
    }
    const id = await apply(answers)
    await verdict('oscar', correct(id, { 'staff.shown0': '{"b":[2]}' }))
    for (const name of ['ravi', 'olivia', 'gus']) {
      const row = (await pulled(name)).applications.find(({ _id }) => _id === id) ?? {}
      expect(Object.fromEntries(Object.entries(row).filter(([field]) => isAnswer(field)))).toEqual({
        ...answers,
        ...(name === 'gus' ? {} : { 'staff.shown0': '{"b":[2]}' }),
      })
    }
  })

  it.each<[string, unknown]>([
    ['a number', 7],
    ['another text', 'old'],
  ])('with %s as base clash, and the clash is one of short texts', async (_what, base) => {
    await ask(ten())
    const id = await apply({ 'answers.asked0': 'first' })
    const clash = { base, yours: 'mine', theirs: 'first' }
    expect(await verdict('ravi', edit(id, { 'answers.asked0': 'mine' }, { 'answers.asked0': base }))).toMatchObject({
      conflicts: { 'answers.asked0': clash },
    })
  })

  it('that are many stop neither notes of staff, nor a waiver, nor what the runner is asked', async () => {
    const id = await apply()
    const gone = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`answers.gone${10 + n}`, 'x'.repeat(300)]))
    expect(await verdict('ravi', edit(id, gone))).toMatchObject({ status: 'applied' })
    await ask([...ten().slice(1), WAIVER])
    expect(await verdict('oscar', correct(id, { 'staff.note00': 'x', 'staff.shown0': 'y' }))).toMatchObject({
      status: 'applied',
    })
    const signed = signatureText({ version: 1, at: inDays(0), by: '', guardian: '' })
    expect(await verdict('dan', correct(id, { 'answers.waiver': signed }))).toMatchObject({ status: 'applied' })
    const { 'answers.asked0': _none, ...asked } = all('x')
    expect(await verdict('ravi', edit(id, asked))).toMatchObject({ status: 'applied' })
    for (const more of [{ 'answers.more00': 'x' }, { 'answers.more00': 'x', 'answers.asked1': 'y' }])
      expect(await verdict('ravi', edit(id, more, { 'answers.asked1': 'x' }))).toMatchObject({
        fields: { answers: { code: 'AT_MOST', values: { max: 30 } } },
      })
    const answers = await answersOf(id)
    expect(Object.keys(answers)).toHaveLength(40)
    // One notice tells the correction of all of them.
    const fields = Object.keys(answers).map((one) => `answers.${one}`)
    const seen = Object.fromEntries(fields.map((field) => [field, answers[field.slice(8)]]))
    const none = Object.fromEntries(fields.map((field) => [field, '']))
    expect(
      await verdict('oscar', correct(id, { ...none, lastName: 'Byron' }, { ...seen, lastName: 'Lauf' })),
    ).toMatchObject({
      status: 'applied',
    })
    const told = env.DB.prepare("SELECT parts FROM notice WHERE to_uid = ? AND kind = 'corrected' ORDER BY seq DESC")
    const parts = JSON.parse(String(await told.bind(uid('ravi')).first('parts'))) as unknown
    expect(noticePartsSchema.parse(parts)).toHaveLength(41)
  })

  it('of 500 entries at once cost as their bytes, and stay in batches of bounded size', async () => {
    await ask(ten({ staffSees: true }))
    const now = Date.now()
    // Quotes take twice as many bytes in JSON, and four times as many in JSON inside of JSON.
    const many = Array.from({ length: 120 }, (_, n) =>
      op(
        'application.create',
        newId('entry'),
        applicationFields(event, { firstName: `Ada ${n}`, ...all('"'.repeat(300)) }),
      ),
    )
    const { results } = await syncAs(uid('mallory'), many, { now })
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['applied']))
    const spent = env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(uid('mallory'))
    expect((Number(await spent.first('spent_until')) - now) / OP_COST_MS / many.length).toBeGreaterThan(5)
    for (const name of ['mallory', 'olivia', 'gus']) {
      const ids: string[] = []
      for (let cursor: string | null = null, more = true; more; ) {
        const sent = await env.DB.batch(pullStatements(env.DB, uid(name), cursor, 2000, Date.now(), false).statements)
        expect(bytesOf(sent.map((result) => result.results))).toBeLessThan(5 * MAX_PAGE_BYTES)
        const { page }: Awaited<ReturnType<typeof syncAs>> = await syncAs(uid(name), [], { cursor })
        ids.push(...rowsOfPage(page).applications.map(({ _id }) => _id))
        ;({ cursor, more } = page)
      }
      expect(ids.filter((id) => many.some((one) => one.id === id))).toHaveLength(many.length)
    }
  })

  it('of an event are closed to another organiser, and to a desk that does not see them', async () => {
    await ask([question('asked0'), question('asked1', 'text', { staffSees: true })])
    const other = newId('marathon')
    await verdict('mallory', op('marathon.create', other, marathonFields()))
    const id = await apply({ 'answers.asked0': 'x' })
    const walkIn = (fields: Fields) =>
      op('application.walkIn', newId('walk-in'), {
        ...{ marathonId: event, firstName: 'Walt', lastName: 'Ink', bib: null, code: newEntryCode(), above: 0 },
        ...fields,
      })
    expect(await verdict('mallory', correct(id, { 'answers.asked0': 'y' }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await verdict('mallory', walkIn({ 'answers.asked0': 'y' }))).toMatchObject({ code: 'FORBIDDEN' })
    const made = walkIn({ 'answers.asked1': 'vegan' })
    expect(await verdict('dan', made)).toMatchObject({ status: 'applied' })
    // Its phone has an old set of questions.
    await ask([question('asked0'), question('asked1')])
    const late = () =>
      correct(made.id, { firstName: 'Wilma', 'answers.asked1': 'no' }, { firstName: 'Walt', 'answers.asked1': 'vegan' })
    expect(await verdict('dan', late())).toMatchObject({ code: 'FORBIDDEN' })
    expect(await verdict('gus', late())).toMatchObject({ code: 'NOT_FOUND' })
    expect(await answersOf(made.id)).toEqual({ asked1: 'vegan' })
    for (const name of ['dan', 'gus']) expect(JSON.stringify(await pulled(name))).not.toContain('vegan')
  })

  it('that are no JSON cannot be stored, so no row makes a pull fail', async () => {
    const id = await apply()
    for (const value of ['{', '[1', "{'a':1}"])
      for (const [table, column, row] of [
        ['application', 'answers', id],
        ['application', 'staff_answers', id],
        ['marathon', 'questions', event],
        ['marathon', 'staff_fields', event],
      ] as const) {
        const write = env.DB.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`).bind(value, row).run()
        await expect(write).rejects.toThrow('CHECK')
      }
  })
})

describe('a signature', () => {
  const forged = (more: Fields = {}) =>
    JSON.stringify({ version: 1, at: '2001-01-01T00:00:00.000Z', by: 'The Pope', guardian: '', ...more })

  it.each<[string, string]>([
    ['with a text as version', forged({ version: '1' })],
    ['without a time', forged({ at: undefined })],
    ['with a list as guardian', forged({ guardian: ['Rosa'] })],
    ['with a long guardian', forged({ guardian: 'R'.repeat(81) })],
    ['that is a word', 'yes'],
    ['that is cut off', forged().slice(0, -1)],
  ])('%s is refused', async (_what, sent) => {
    await ask([WAIVER])
    const id = await apply()
    expect(await verdict('ravi', edit(id, { 'answers.waiver': sent }))).toMatchObject({
      code: 'INVALID',
      fields: { 'answers.waiver': {} },
    })
  })

  it('has no more than it may have, and its name and time are the server’s', async () => {
    await ask([WAIVER])
    const id = await apply({ 'answers.waiver': forged({ more: 'x', __proto__: { by: 'x' } }) })
    const { waiver = '' } = await answersOf(id)
    expect(Object.keys(JSON.parse(waiver))).toEqual(['version', 'at', 'by', 'guardian'])
    expect(signatureOf(waiver)).toMatchObject({ by: uid('ravi'), guardian: '' })
    expect(Date.now() - Date.parse(signatureOf(waiver)?.at ?? '')).toBeLessThan(60_000)
  })

  it('of a text that the waiver never had is none, whoever sends it', async () => {
    await ask([WAIVER])
    await ask([{ ...WAIVER, text: 'At no risk.' }])
    const id = await apply()
    for (const version of [0, -4, 3, 9]) {
      const sent = { 'answers.waiver': forged({ version }) }
      expect(await verdict('dan', correct(id, sent))).toMatchObject({ code: 'INVALID' })
      expect(await verdict('oscar', correct(id, sent))).toMatchObject({ code: 'INVALID' })
      expect(await verdict('ravi', edit(id, sent))).toMatchObject({ code: 'INVALID' })
    }
    expect(await answersOf(id)).toEqual({})
  })

  it('that counts stays where staff sign an older text, or without the guardian', async () => {
    await ask([WAIVER])
    await ask([{ ...WAIVER, text: 'At no risk.', asksFrom: 2 }])
    const id = await apply({ 'answers.waiver': forged({ version: 2, guardian: 'Rosa' }) })
    const before = (await answersOf(id)).waiver ?? ''
    for (const sent of [forged({ guardian: 'Rosa' }), forged({ version: 2, at: new Date().toISOString() })]) {
      const patch = { 'answers.waiver': sent }
      expect(await verdict('dan', correct(id, patch, { 'answers.waiver': before }))).toMatchObject({
        status: 'applied',
      })
      expect((await answersOf(id)).waiver).toBe(before)
    }
    // An older one is better than none.
    const other = await apply({}, 'rosa')
    await verdict('dan', correct(other, { 'answers.waiver': forged() }))
    const old = (await answersOf(other)).waiver ?? ''
    expect(signatureOf(old)).toMatchObject({ version: 1, by: uid('dan') })
    const again = { 'answers.waiver': forged({ at: new Date().toISOString() }) }
    await verdict('oscar', correct(other, again, { 'answers.waiver': old }))
    expect(signatureOf((await answersOf(other)).waiver ?? '')).toMatchObject({ version: 1, by: uid('oscar') })
    const next = forged({ version: 2, guardian: 'Eva', at: new Date().toISOString() })
    await verdict('dan', correct(id, { 'answers.waiver': next }, { 'answers.waiver': before }))
    expect(signatureOf((await answersOf(id)).waiver ?? '')).toMatchObject({ guardian: 'Eva', by: uid('dan') })
  })

  it('cannot be forged before the waiver is asked, and none comes from another event', async () => {
    const next = newId('marathon')
    const target = { questions: JSON.stringify([WAIVER]) }
    await verdict('olivia', op('marathon.create', next, marathonFields(target)))
    const id = await apply({ 'answers.waiver': forged() })
    expect(signatureOf((await answersOf(id)).waiver ?? '')?.by).toBe(uid('ravi'))
    await ask([WAIVER])
    await verdict('olivia', op('marathon.update', event, { deferTo: next }, { deferTo: null }))
    const deferred = op('application.defer', newId('entry'), { marathonId: next, from: id })
    expect(await verdict('ravi', deferred)).toMatchObject({ status: 'applied' })
    expect(await answersOf(deferred.id)).toEqual({})
  })
})

describe('the REST API', () => {
  let ravi: TestClient
  beforeEach(async () => {
    ;[ravi] = await signIn('ravi')
    await ask([question('asked0', 'text', { isRequired: true, label: 'Shirt' })])
  })
  const body = (more: Fields) => applicationFields(event, more)

  it('takes an answer by its field, and names what is wrong with others', async () => {
    const post = async (more: Fields) => {
      const response = await ravi.call('POST', '/marathonApplication', body(more))
      return [response.status, ((await response.json()) as Row).fields] as const
    }
    expect(await post({})).toEqual([
      422,
      { 'answers.asked0': { code: 'ANSWER_REQUIRED', values: { question: 'Shirt' } } },
    ])
    expect(await post({ answers: '{"asked0":"M"}', 'answers.asked0': 'M' })).toEqual([
      422,
      { answers: { code: 'UNKNOWN_FIELD' } },
    ])
    expect(await post({ 'answers.asked0': ['M'] })).toEqual([
      422,
      { 'answers.asked0': { code: 'NOT_VALID', values: { expected: 'text, number or null' } } },
    ])
    expect((await post({ 'answers.asked0': 'M' }))[0]).toBe(201)
  })

  it('changes an answer with If-Match, and a whole row changes none', async () => {
    const posted = await ravi.call('POST', '/marathonApplication', body({ 'answers.asked0': 'M' }))
    const { insertedId } = await posted.json<{ insertedId: string }>()
    const put = (patch: Fields, headers = {}) => ravi.call('PUT', `/marathonApplication/${insertedId}`, patch, headers)
    expect((await put({ 'answers.asked0': 'L' }, { 'If-Match': '"7"' })).status).toBe(412)
    expect((await put({ 'answers.asked0': 'L' }, { 'If-Match': '"1"' })).status).toBe(200)
    const [row] = await (await ravi.call('GET', '/marathonApplication')).json<Row[]>()
    expect(row?.answers).toBe('{"asked0":"L"}')
    expect((await put({ ...row, answers: '{"asked0":"XL"}', phoneNumber: '7' })).status).toBe(422)
    expect((await put({ ...row, answers: '{"asked0":"XL"}', phoneNumber: '+49 40 77777' })).status).toBe(200)
    expect(await answersOf(insertedId)).toEqual({ asked0: 'L' })
    expect((await put({ 'answers.asked0': '' })).status).toBe(422)
  })
})
