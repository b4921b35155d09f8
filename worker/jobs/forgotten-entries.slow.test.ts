import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTACT_DAYS, DAY_MS } from '../../contract/limits.ts'
import type { Role } from '../../contract/roles.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { requestDeletion } from '../ops/account.ts'
import { addStaff } from '../testing/calls.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { syncAs } from '../testing/sync-as.ts'
import { deleteRowsOf } from './delete-account.ts'
import { runRetention } from './retention.ts'

// What is left of an entry that staff corrected, and of the accounts that had to do with it, once one of them is gone.

/** A day after the contact data of the event is due. */
const LONG_AFTER = Date.parse(inDays(20)) + (CONTACT_DAYS + 1) * DAY_MS
/** What was, what staff made of it, what each side wanted then, and what a desk made of an entry without account. */
const PHONES = ['+49 170 1000001', '+49 170 1000002', '+49 170 1000003', '+49 170 1000004']
const CONTACT = [...PHONES, 'zora-reads@example.com', 'Zora has asthma.']
const NAMES = ['Zora', 'Quill', 'Quilla', 'Wanda', 'Wandi', 'Wando']
const SECRET = 'A'.repeat(22)

let run = ''
let [event, entry, made] = ['', '', '']
let walkIn: Op
const uid = (name: string) => `${name}-${run}`
const call = (name: string, ops: Op[], now = Date.now()) => syncAs(uid(name), ops, { now, isLimited: false })
async function applied(name: string, ops: Op[], now?: number) {
  const { results, halted } = await call(name, ops, now)
  expect([halted, ...results.map(({ code }) => code)]).toEqual([null, ...ops.map(() => undefined)])
}
const correct = (id: string, patch: Fields, base: Fields) => op('application.correct', id, patch, base)
const rowOf = (id: string) => env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(id).first()

/** The tables that have a text, with the kinds of the notices. */
async function tracesOf(text: string): Promise<string[]> {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name <> 'd1_migrations'",
  ).all<{ name: string }>()
  const found: string[] = []
  for (const { name } of tables.results) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name}`).all()
    const rows = results.filter((row) => JSON.stringify(row).includes(text))
    found.push(...rows.map(({ kind }) => (name === 'notice' ? `notice ${kind}` : name)))
  }
  return [...new Set(found)].sort()
}

const tracesIn = async (text: string[]) =>
  Object.fromEntries(await Promise.all(text.map(async (one) => [one, await tracesOf(one)])))
const nowhere = (texts: string[]) => Object.fromEntries(texts.map((text) => [text, []]))

async function deleteAccount(name: string) {
  await requestDeletion(env.DB, uid(name), Math.floor(Date.now() / 1000), Date.now)
  await deleteRowsOf(env.DB, uid(name), Date.now, () => undefined)
}

beforeEach(async () => {
  // Each test looks through the whole database.
  for (const table of 'marathon application recording notice tombstone op_record staff account op_budget'.split(' '))
    await env.DB.exec(`DELETE FROM ${table}`)
  run = newId('run')
  ;[event, entry, made] = [newId('marathon'), newId('entry'), newId('walk-in')]
  await applied('olivia', [op('marathon.create', event, marathonFields({ handOverUntil: inDays(9), capacity: 5 }))])
  for (const [name, role] of Object.entries({ oscar: 'organiser', dora: 'desk' }))
    await addStaff(event, uid(name), role as Role)
  const [first = '', second = '', third = '', fourth = ''] = PHONES
  const [, , , , email = '', additionalInfo = ''] = CONTACT
  const person = { firstName: 'Zora', lastName: 'Quill', phoneNumber: first, email, additionalInfo }
  await applied('ravi', [op('application.create', entry, applicationFields(event, person))])
  const phone = (value: string, before = first) => ({ phoneNumber: value, before })
  const write = (type: 'application.correct' | 'application.update', value: string) => {
    const { phoneNumber, before } = phone(value)
    return op(type, entry, { phoneNumber }, { phoneNumber: before })
  }
  await applied('oscar', [
    write('application.correct', second),
    correct(entry, { lastName: 'Quilla' }, { lastName: 'Quill' }),
  ])
  await applied('ravi', [write('application.update', third)])
  await applied('oscar', [write('application.correct', fourth)])
  const names = { firstName: 'Wanda', lastName: 'Gate' }
  walkIn = op('application.walkIn', made, { marathonId: event, ...names, bib: null, code: newEntryCode(), above: 0 })
  await applied('dora', [walkIn, correct(made, { firstName: 'Wandi' }, { firstName: 'Wanda' })])
  await applied('oscar', [correct(made, { firstName: 'Wando' }, { firstName: 'Wanda' })])
  expect(await tracesOf(fourth)).toEqual(['notice clash', 'op_record'])
  expect(await tracesOf(second)).toEqual(['application', 'notice corrected', 'op_record'])
})

/** How the entry of Ravi ends, and where its names may still stand. */
const ENDS: [what: string, end: () => Promise<unknown>, notices: string[]][] = [
  ['the runner withdraws', () => applied('ravi', [op('application.delete', entry)]), []],
  [
    'staff withdraw',
    () => applied('oscar', [op('application.withdraw', entry, { reason: 'Injured.' })]),
    ['notice withdrawn'],
  ],
  [
    'somebody takes over',
    async () => {
      await applied('ravi', [op('application.offer', entry, { secret: SECRET })])
      const taken = { firstName: 'Tom', lastName: 'Taker', phoneNumber: '0123456', from: entry, secret: SECRET }
      await applied('tom', [op('application.takeOver', newId('taken'), applicationFields(event, taken))])
    },
    ['notice handedOn'],
  ],
  ['leaves with the account of the runner', () => deleteAccount('ravi'), []],
  [
    'was withdrawn before its account is deleted',
    async () => {
      await applied('oscar', [op('application.withdraw', entry, { reason: 'Zora is injured.' })])
      const seq = () => env.DB.prepare('SELECT seq FROM tombstone WHERE id = ?').bind(entry).first<number>('seq')
      const told = await seq()
      await deleteAccount('ravi')
      // Phones of organisers get the deletion once more, without the reason.
      expect(await seq()).toBeGreaterThan(Number(told))
    },
    [],
  ],
  ['is erased', async () => void (await runRetention(env.DB, { now: LONG_AFTER })), []],
]

describe('of an entry that', () => {
  it.each(ENDS)(
    '%s no contact data is left anywhere, and names in the runner’s own notice at most',
    async (...[, end, notices]) => {
      await end()
      expect(await tracesIn(CONTACT)).toEqual(nowhere(CONTACT))
      for (const name of ['Zora', 'Quill']) expect(await tracesOf(name)).toEqual(notices)
      await runRetention(env.DB, { now: LONG_AFTER })
      expect(await tracesIn(NAMES)).toEqual(nowhere(NAMES))
    },
  )
})

it('a correction of an erased entry tells nobody, makes no clash, and is erased the next night', async () => {
  await runRetention(env.DB, { now: LONG_AFTER })
  const [late = ''] = PHONES
  const ops = [correct(entry, { phoneNumber: late }, { phoneNumber: '+49 170 9999999' })]
  expect((await call('oscar', ops)).results).toEqual([{ opId: ops[0]?.opId, status: 'applied' }])
  expect(await tracesOf(late)).toEqual(['application'])
  await runRetention(env.DB, { now: LONG_AFTER })
  expect(await tracesOf(late)).toEqual([])
  expect(await rowOf(entry)).toMatchObject({ corrected_by: null, status: 'registered' })
})

describe('an entry without account', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a desk withdraws', () => applied('dora', [op('application.withdraw', made, { reason: 'Did not come.' })])],
    ['whose event is deleted', () => applied('olivia', [op('marathon.delete', event)])],
    ['that is erased', async () => void (await runRetention(env.DB, { now: LONG_AFTER }))],
    [
      'whose account is deleted',
      async () => {
        await applied('wim', [op('application.claim', made, { marathonId: event, secret: walkIn.patch.code })])
        await deleteAccount('wim')
      },
    ],
  ])('%s leaves no name', async (_what, end) => {
    await end()
    const names = NAMES.slice(3)
    expect(await tracesIn(names)).toEqual(nowhere(names))
  })
})

describe('the account of', () => {
  it('a desk leaves its entries and corrections, and nothing that names it', async () => {
    for (const name of ['dora', 'oscar']) {
      const before = [await rowOf(made), await rowOf(entry)]
      await deleteAccount(name)
      // Without a name; the tombstones are those of what it was told.
      expect(await tracesOf(uid(name))).toEqual(
        name === 'dora' ? ['account', 'staff'] : ['account', 'staff', 'tombstone'],
      )
      for (const [at, id] of [made, entry].entries())
        expect(await rowOf(id)).toMatchObject({
          first_name: before[at]?.first_name,
          phone_number: before[at]?.phone_number,
        })
    }
    expect(await rowOf(made)).toMatchObject({ status: 'registered', corrected_by: null })
    expect(await rowOf(entry)).toMatchObject({ corrected_by: null, owner_uid: uid('ravi') })
    // Nobody is told of a later clash, and nothing of it is stored.
    const clash = op('application.update', entry, { lastName: 'Eve' }, { lastName: 'Quill' })
    expect((await call('ravi', [clash])).results).toMatchObject([{ conflicts: { lastName: { theirs: 'Quilla' } } }])
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM notice WHERE to_uid = ?').bind(uid('oscar')).first('n'),
    ).toBe(0)
  })

  it('staff keeps what a new login corrects', async () => {
    await deleteAccount('dora')
    const later = Date.now() + 2000
    await env.DB.prepare("UPDATE staff SET role = 'desk', removed_at = NULL WHERE uid = ?").bind(uid('dora')).run()
    await applied('dora', [correct(made, { lastName: 'Tor' }, { lastName: 'Gate' })], later)
    await env.DB.prepare("UPDATE account SET deletion = 'due' WHERE uid = ?").bind(uid('dora')).run()
    await deleteRowsOf(
      env.DB,
      uid('dora'),
      () => later,
      () => undefined,
    )
    expect(await rowOf(made)).toMatchObject({ last_name: 'Tor', corrected_by: uid('dora') })
  })

  it('a runner takes an open offer with it: the place goes to who waits, and to nobody else', async () => {
    await applied('ravi', [op('application.offer', entry, { secret: SECRET })])
    await applied('olivia', [op('marathon.update', event, { capacity: 2 }, { capacity: 5 })])
    const waiting = newId('entry')
    await applied('walter', [op('application.create', waiting, { ...applicationFields(event), waitingList: true })])
    await deleteAccount('ravi')
    expect(await rowOf(waiting)).toMatchObject({ status: 'registered' })
    const taken = applicationFields(event, { firstName: 'Tom', from: entry, secret: SECRET })
    expect((await call('tom', [op('application.takeOver', newId('taken'), taken)])).results).toMatchObject([
      { code: 'GONE' },
    ])
  })

  it('who claimed an entry takes it away, and its place is free; the count of others stays', async () => {
    await applied('wim', [op('application.claim', made, { marathonId: event, secret: walkIn.patch.code })])
    await deleteAccount('wim')
    const numbers = env.DB.prepare('SELECT reg_count AS a, unclaimed_count AS b FROM marathon WHERE id = ?').bind(event)
    expect([await rowOf(made), await numbers.first()]).toEqual([null, { a: 1, b: 0 }])
    expect(await tracesOf(uid('wim'))).toEqual(['account', 'tombstone'])
  })
})
