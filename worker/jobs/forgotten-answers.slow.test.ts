import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountRow } from '../../contract/account-data.ts'
import { CONTACT_DAYS, DAY_MS } from '../../contract/limits.ts'
import type { Question, StaffField } from '../../contract/questions/questions.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { requestDeletion } from '../ops/account.ts'
import { accountDataPage } from '../reads/account-data.ts'
import { addStaff } from '../testing/calls.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { rowsOfPage, syncAs } from '../testing/sync-as.ts'
import { deleteDueAccounts } from './delete-account.ts'
import { runRetention } from './retention.ts'

// What becomes of answers, and of what staff note, and who may read them of an own account.

type Row = Record<string, unknown>
let event = ''
let entry = ''
const uid = (name: string) => `${name}-${event}`
async function codes(name: string, ...ops: Op[]) {
  const { results } = await syncAs(uid(name), ops, { isLimited: false })
  return results.map(({ code, status }) => code ?? status)
}
const rowOf = (id: string) => env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(id).first<Row>()
const edit = (patch: Fields, base: Fields = {}) => op('application.update', entry, patch, base)
const correct = (patch: Fields, base: Fields = {}) => op('application.correct', entry, patch, base)

const QUESTIONS: Question[] = [
  { id: 'shirt0', kind: 'choice', label: 'Shirt size', isRequired: false, staffSees: false, options: ['S', 'M'] },
  { id: 'emerge', kind: 'emergency', label: '', isRequired: false, staffSees: true },
  { id: 'club00', kind: 'club', label: '', isRequired: false, staffSees: false },
]
const STAFF_FIELDS: StaffField[] = [
  { id: 'paid00', label: 'Paid', isShown: true },
  { id: 'note00', label: 'Late again', isShown: false },
]
/** What must be nowhere: answers, notes, and texts of a clash and of a notice. */
const SECRETS = ['Rosa 0177 55555', 'Rosa 0177 66666', 'SV Mine', 'SV Theirs', 'by card', 'slow and rude', 'of before']

/** Texts anywhere in the database. */
async function traces(): Promise<string[]> {
  const tables = ['application', 'marathon', 'notice', 'op_record', 'tombstone', 'staff', 'account']
  const results = await env.DB.batch(tables.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)))
  const all = JSON.stringify(results.map((result) => result.results))
  return SECRETS.filter((secret) => all.includes(secret))
}
const nextYear = () => new Date(Date.now() + (20 + CONTACT_DAYS + 1) * DAY_MS)

beforeEach(async () => {
  event = newId('marathon')
  entry = newId('entry')
  const asked = { questions: JSON.stringify(QUESTIONS), staffFields: JSON.stringify(STAFF_FIELDS) }
  await codes('olivia', op('marathon.create', event, marathonFields(asked)))
  await addStaff(event, uid('oscar'), 'organiser')
  await addStaff(event, uid('gus'), 'gate')
  const answers = { 'answers.emerge': 'Rosa 0177 55555', 'answers.club00': 'SV Mine', 'answers.before': 'of before' }
  const told = { 'answers.emerge': 'Rosa 0177 66666', 'staff.paid00': 'by card', 'staff.note00': 'slow and rude' }
  const made = op('application.create', entry, applicationFields(event, { 'answers.shirt0': 'M', ...answers }))
  expect(await codes('ravi', made)).toEqual(['applied'])
  // A notice tells the runner, and a record has a clash.
  const base = { 'answers.emerge': 'Rosa 0177 55555' }
  expect(await codes('oscar', correct(told, base), correct({ 'answers.club00': 'SV Theirs' }))).toEqual([
    'applied',
    'applied',
  ])
  expect((await traces()).sort()).toEqual([...SECRETS].sort())
})

describe('answers and notes are erased', () => {
  it('with the contact data, in verdicts and notices too; a late edit is erased again', async () => {
    const now = nextYear().getTime()
    expect(await runRetention(env.DB, { now })).toMatchObject({ badRows: 0, failed: [] })
    expect(await traces()).toEqual([])
    expect(await rowOf(entry)).toMatchObject({ answers: '', staff_answers: '', first_name: '' })
    // Without a base, so that no clash stores what was erased.
    expect(await codes('ravi', edit({ 'answers.club00': 'SV Mine' }, { 'answers.club00': 'SV Old' }))).toEqual([
      'applied',
    ])
    expect(await codes('oscar', correct({ 'staff.note00': 'slow and rude' }, { 'staff.note00': 'fast' }))).toEqual([
      'applied',
    ])
    expect(await rowOf(entry)).toMatchObject({ erased_at: null, staff_answers: '{"note00":"slow and rude"}' })
    await runRetention(env.DB, { now })
    expect(await traces()).toEqual([])
  })

  it('at a withdrawal of the runner, or of staff', async () => {
    expect(await codes('ravi', op('application.delete', entry))).toEqual(['applied'])
    expect(await traces()).toEqual([])
  })

  it('with the account, and so is what the account had corrected', async () => {
    await requestDeletion(env.DB, uid('ravi'), Math.floor(Date.now() / 1000), Date.now)
    for (let run = 0; run < 5; run++) await deleteDueAccounts(env.DB, Date.now, () => undefined)
    expect(await traces()).toEqual([])
  })

  it('with a place that is handed on: the new entry has none of them', async () => {
    const [secret, taken] = ['A'.repeat(22), newId('entry')]
    await codes('olivia', op('marathon.update', event, { handOverUntil: inDays(9) }, { handOverUntil: null }))
    const taking = applicationFields(event, { firstName: 'Tea', from: entry, secret, 'answers.club00': 'TSV' })
    expect(await codes('ravi', op('application.offer', entry, { secret }))).toEqual(['applied'])
    expect(await codes('tea', op('application.takeOver', taken, taking))).toEqual(['applied'])
    expect(await rowOf(taken)).toMatchObject({ answers: '{"club00":"TSV"}', staff_answers: '' })
    expect(await traces()).toEqual([])
  })
})

describe('the own data', () => {
  const applications = async (name: string) => {
    const { page } = await accountDataPage(env.DB, uid(name), 'account', 0, false)
    return page.parts.applications as AccountRow[]
  }

  it('has each answer with its question, and of notes those that are shown', async () => {
    const [own] = await applications('ravi')
    expect(own).toMatchObject({
      answers: [
        { question: 'before', answer: 'of before' },
        { question: 'club', answer: 'SV Mine' },
        { question: 'emergency', answer: 'Rosa 0177 66666' },
        { question: 'Shirt size', answer: 'M' },
      ],
      staffAnswers: [{ question: 'Paid', answer: 'by card' }],
    })
    expect(JSON.stringify(own)).not.toMatch(/rude|Late again/)
    expect(await applications('oscar')).toEqual([])
  })

  it('has answers where the event is gone, and an entry without any', async () => {
    await codes('olivia', op('marathon.delete', event))
    const [own] = await applications('ravi')
    expect(own?.answers).toContainEqual({ question: 'shirt0', answer: 'M' })
    expect(own?.staffAnswers).toEqual([])
    await codes(
      'ravi',
      edit(
        { 'answers.shirt0': '', 'answers.club00': '', 'answers.emerge': '', 'answers.before': '' },
        {
          'answers.shirt0': 'M',
          'answers.club00': 'SV Mine',
          'answers.emerge': 'Rosa 0177 66666',
          'answers.before': 'of before',
        },
      ),
    )
    expect((await applications('ravi'))[0]?.answers).toEqual([])
  })
})

describe('an account that is deleted', () => {
  const show = (staffSees: boolean) => {
    const [shirt, ...others] = QUESTIONS
    const now = JSON.stringify([{ ...shirt, staffSees }, ...others])
    return op('marathon.update', event, { questions: now }, { questions: JSON.stringify(QUESTIONS) })
  }
  const staff = () =>
    env.DB.prepare('SELECT removed_at, view_seq FROM staff WHERE uid = ?').bind(uid('gus')).first<Row>()

  it('leaves the staff, also where what staff see changes before its rows are deleted', async () => {
    await requestDeletion(env.DB, uid('gus'), Math.floor(Date.now() / 1000), Date.now)
    expect(await codes('olivia', show(true))).toEqual(['applied'])
    for (let run = 0; run < 5; run++) await deleteDueAccounts(env.DB, Date.now, () => undefined)
    expect((await staff())?.removed_at).not.toBeNull()
  })

  it('starts over like every other one where a new login has a new role', async () => {
    await requestDeletion(env.DB, uid('gus'), Math.floor(Date.now() / 1000), Date.now)
    // An acceptance by a new login, before the rows of the old one are deleted.
    await env.DB.batch([
      env.DB.prepare('UPDATE clock SET seq = seq + 1'),
      env.DB.prepare(
        'UPDATE staff SET seq = (SELECT seq FROM clock), view_seq = (SELECT seq FROM clock) WHERE uid = ?',
      ).bind(uid('gus')),
    ])
    const now = Date.now() + 60_000
    const seen = async (cursor: string | null) => {
      const { page } = await syncAs(uid('gus'), [], { cursor, now })
      return { reset: page.reset, next: page.cursor, answers: JSON.stringify(rowsOfPage(page).applications) }
    }
    const before = await seen(null)
    expect(before.answers).toContain('"answers.emerge"')
    expect(before.answers).not.toContain('"answers.shirt0"')
    expect(await codes('olivia', show(true))).toEqual(['applied'])
    const after = await seen(before.next)
    expect([after.reset, after.answers.includes('"answers.shirt0":"M"')]).toEqual([true, true])
  })
})
