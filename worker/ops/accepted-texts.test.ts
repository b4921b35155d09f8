import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { OpType } from '../../contract/ops.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { syncAs } from '../testing/sync-as.ts'

// Whatever was accepted can be shown, edited and sent again as the base of the next edit.

async function call(uid: string, ...ops: Op[]) {
  const { results } = await syncAs(uid, ops, { isLimited: false })
  return results.map(({ status, code, conflicts }) => code ?? (conflicts ? 'clash' : status))
}

async function scene() {
  const [event, entry] = [newId('event'), newId('entry')]
  await call('olivia', op('marathon.create', event, marathonFields()))
  await call('ravi', op('application.create', entry, applicationFields(event)))
  return { event, entry }
}

const EDITS: [field: string, type: OpType, before: unknown, typed: string, next: unknown][] = [
  ['bib', 'application.assignBib', null, '\u{1d7d8}'.repeat(12), null],
  ['bib', 'application.assignBib', null, '𝒳'.repeat(12), '7'],
  ['cancelled', 'marathon.update', null, '🏃'.repeat(300), null],
  ['cancelled', 'marathon.update', null, 'e\u0301'.repeat(300), null],
  ['location', 'marathon.update', 'Hamburg', '𝒳'.repeat(120), 'Kiel'],
  ['description', 'marathon.update', 'Flat and fast along the water.', '🏃‍♀️'.repeat(1000), 'Flat.'],
  ['firstName', 'application.update', 'Ada', '𝒜'.repeat(80), 'Ada'],
  ['firstName', 'application.update', 'Ada', '\u200bA\u00adda\u202e B\u2028', 'Ada'],
  ['phoneNumber', 'application.update', '+49 40 123456', `tel:${'\u{1d7d8}'.repeat(32)}`, '12345'],
  ['phoneNumber', 'application.update', '+49 40 123456', '\u202d+49 40\u2011123\u202c', '12345'],
  ['additionalInfo', 'application.update', '', '\ufb2c'.repeat(333), ''],
]

it.each(EDITS)('%s: what %s wrote over %j is taken back as it was typed', async (field, type, before, typed, next) => {
  const { event, entry } = await scene()
  const isMarathon = type.startsWith('marathon')
  const [id, uid, table] = [
    isMarathon ? event : entry,
    type === 'application.update' ? 'ravi' : 'olivia',
    isMarathon ? 'marathon' : 'application',
  ]
  const edit = (value: unknown, base: unknown) =>
    op(type, id, { [field]: value } as Fields, { [field]: base } as Fields)
  expect(await call(uid, edit(typed, before))).toEqual(['applied'])
  // A phone that has not pulled sends the text as it was typed.
  expect(await call(uid, edit(next, typed))).toEqual(['applied'])
  expect(await call(uid, edit(typed, next))).toEqual(['applied'])
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const row = await env.DB.prepare(`SELECT ${column} AS stored FROM ${table} WHERE id = ?`)
    .bind(id)
    .first<{ stored: string }>()
  expect(await call(uid, edit(next, row?.stored))).toEqual(['applied'])
  // And a clash keeps it, so that the user can choose.
  expect(await call(uid, edit('123456', row?.stored))).toEqual(['clash'])
})
