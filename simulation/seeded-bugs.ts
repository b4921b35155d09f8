import { getTableColumns } from 'drizzle-orm'
import { organises } from '../contract/roles.ts'
import type { Fields, Op, SyncResponse, Verdict } from '../contract/sync.ts'
import { FIRST_SYNC } from '../web/store/account-db.ts'
import { forgetAccount } from '../web/store/forget-account.ts'
import { application, marathon } from '../worker/db/schema.ts'
import { ANSWER_BUGS } from './answer-bugs.ts'
import { DESK_BUGS } from './desk-bugs.ts'
import type { Device } from './device.ts'
import { FINISH_BUGS } from './finish-bugs.ts'
import { changedResponse, rewritten, type SeededBug } from './seeded-bug.ts'

// Known bugs of sync engines. Each is inserted between two real parts, so that production code needs no flags for them.

const isGuard = (sql: string) => /^\s*INSERT INTO guard/.test(sql)
const isRecord = (sql: string) => /^\s*INSERT INTO op_record/.test(sql)
const isStaff = (sql: string) => /^\s*INSERT INTO staff .* FROM json_each/s.test(sql)
const isScan = (sql: string) => /^\s*INSERT INTO "?recording/.test(sql)
const writesRows = (batch: string[]) =>
  batch.some((sql) => /^\s*(INSERT INTO (marathon|application)|DELETE|UPDATE (marathon|application))/.test(sql))

const isDrawWrite = (sql: string) => /^\s*UPDATE application SET status = iif/.test(sql)
const isDrawRead = (sql: string) => sql.includes('AS marathonId')

/** A marathon as it is read for a decision, with a ballot that looks undrawn. `seed` is the last column. */
function withoutSeed(row: unknown): unknown {
  const { kind, packedRow } = row as { kind: string; packedRow: string }
  if (kind !== 'marathon') return row
  return { kind, packedRow: JSON.stringify((JSON.parse(packedRow) as unknown[]).with(-1, null)) }
}

const COLUMNS: Record<string, string[]> = {
  marathon: Object.keys(getTableColumns(marathon)),
  application: Object.keys(getTableColumns(application)),
}
/** The `base` of the latest edit of each row. */
const latestBase = new Map<string, Fields>()

/** A row as it is read for a decision. The edited fields look as if nobody had changed them since the user saw them. */
function asSeen(row: unknown): unknown {
  const { kind, packedRow } = row as { kind: string; packedRow?: string }
  const columns = COLUMNS[kind]
  // The pull has kinds of the same names.
  if (!columns || packedRow === undefined) return row
  const values = JSON.parse(packedRow) as unknown[]
  const base = latestBase.get(String(values[columns.indexOf('id')])) ?? {}
  const seen = values.map((value, at) => {
    const field = columns[at] ?? ''
    return Object.hasOwn(base, field) ? base[field] : value
  })
  return { kind, packedRow: JSON.stringify(seen) }
}

/** Phones whose last request had edits. */
const hasPushed = new WeakSet<Device>()
const attempts = new WeakMap<Device, Map<string, number>>()
const lastCursor = new WeakMap<Device, string | null>()

export const SEEDED_BUGS: Record<string, SeededBug> = {
  ...DESK_BUGS,
  ...ANSWER_BUGS,
  ...FINISH_BUGS,
  'no dedupe: a repeated op is decided again': {
    breaks: ['INV-1', 'INV-2', 'INV-3'],
    variant: {
      d1: {
        results: (_sql, rows) => rows.filter((row) => (row as { kind?: string }).kind !== 'record'),
        rewrite: (sql) => (isRecord(sql) ? sql.replace('INSERT INTO', 'INSERT OR REPLACE INTO') : sql),
      },
    },
  },
  'no guards on accepts: a verdict rests on what was read before': {
    breaks: ['INV-1', 'INV-2', 'INV-7', 'INV-8', 'INV-9'],
    variant: rewritten((sql, batch) => (isGuard(sql) && writesRows(batch) ? null : sql)),
  },
  'no guards on rejections: a refusal rests on what was read before': {
    breaks: ['INV-2', 'INV-9'],
    variant: rewritten((sql, batch) => (isGuard(sql) && !writesRows(batch) ? null : sql)),
  },
  'an edit ignores its base: it overwrites what its user has not seen': {
    breaks: ['INV-9'],
    variant: {
      request: (request) => {
        latestBase.clear()
        if (typeof request.body !== 'string') return request
        const { ops } = JSON.parse(request.body) as { ops: Op[] }
        for (const { id, base } of ops.toReversed()) latestBase.set(id, base)
        return request
      },
      d1: { results: (_sql, rows) => rows.map(asSeen) },
    },
  },
  'op record outside the batch: a crash between the two forgets it': {
    breaks: ['INV-1', 'INV-2'],
    variant: { d1: { outside: isRecord } },
  },
  'transient turned into rejection: a D1 failure refuses the ops': {
    breaks: ['INV-3', 'INV-4', 'INV-11'],
    variant: {
      ...changedResponse((response, device) => {
        if (response.halted?.code !== 'UNAVAILABLE') return
        response.halted = null
        response.more = false
        response.results = device.made.map(
          ({ op }): Verdict => ({ opId: op.opId, status: 'rejected', code: 'UNAVAILABLE' }),
        )
      }),
    },
  },
  'torn pull: the cursor of a cut page runs ahead of a source': {
    breaks: ['INV-6', 'INV-14', 'INV-5'],
    variant: changedResponse((response) => {
      const [history, seq] = String(response.cursor).split('.')
      if (response.more && response.marathons.length > 0) response.cursor = `${history}.${Number(seq) + 2}`
    }),
  },
  'torn pull: rows and clock are read in two transactions': {
    breaks: ['INV-6', 'INV-14', 'INV-5'],
    variant: changedResponse((response) => {
      // Rows that another account wrote between the two reads are missing here, although the cursor includes them.
      if (!response.more) response.marathons = response.marathons.filter((row) => organises(row))
    }),
  },
  'duplicates counted: a source of the pull is cut before its duplicates are removed': {
    seed: 2,
    breaks: ['INV-6', 'INV-14', 'INV-5'],
    variant: rewritten((sql) =>
      sql.replace(
        'SELECT marathon_id, min(joined_seq) FROM application WHERE owner_uid = +? GROUP BY marathon_id',
        'SELECT marathon_id, joined_seq FROM application WHERE owner_uid = +?',
      ),
    ),
  },
  'cursor saved before rows: a crash between the two loses a page': {
    seed: 3,
    breaks: ['INV-6', 'INV-14', 'INV-5'],
    variant: {
      answer: (text, device) => {
        if (text.startsWith('{"results"')) lastCursor.set(device, (JSON.parse(text) as SyncResponse).cursor)
        return text
      },
      afterDeath: async (device) => {
        const cursor = lastCursor.get(device)
        const sync = await device.db.sync.get('sync')
        if (cursor && sync) await device.db.sync.put({ ...sync, cursor })
      },
    },
  },
  'coalescing a sent op: a later edit joins one that the server may have': {
    seed: 3,
    breaks: ['INV-4', 'INV-12', 'INV-14'],
    variant: {
      afterEdit: async ({ db }) => {
        const [last, ...earlier] = (await db.outbox.orderBy('n').toArray()).reverse()
        const sameRow = earlier.find((record) => record.target === last?.target && record.state === 'waiting')
        if (!last || !sameRow || !last.op.type.endsWith('.update') || !sameRow.op.type.endsWith('.update')) return
        const op = {
          ...sameRow.op,
          patch: { ...sameRow.op.patch, ...last.op.patch },
          base: { ...last.op.base, ...sameRow.op.base },
        }
        await db.outbox.put({ ...sameRow, op })
        await db.outbox.delete(last.n as number)
      },
    },
  },
  'dropping ops after two failed tries': {
    seed: 1,
    // The edit is lost (INV-4), its scan too (INV-17), and it disappears from the screen (INV-14).
    breaks: ['INV-4', 'INV-14', 'INV-17', 'INV-29'],
    variant: {
      afterPass: async (device, end) => {
        const tries = attempts.get(device) ?? new Map<string, number>()
        attempts.set(device, tries)
        if (!(end instanceof Error)) return
        for (const record of await device.db.outbox.where('state').equals('waiting').toArray()) {
          tries.set(record.opId, (tries.get(record.opId) ?? 0) + 1)
          if ((tries.get(record.opId) ?? 0) >= 2) await device.db.outbox.delete(record.n as number)
        }
      },
    },
  },
  'what is answered with later sets an edit aside': {
    breaks: ['INV-11'],
    variant: {
      afterPass: async ({ db }, end) => {
        if (end !== 'halted' && !(end instanceof Error)) return
        await db.outbox.where('failures').above(0).modify({ state: 'parked', reason: 'failing' })
      },
    },
  },
  'what cannot be sent stops reading': {
    breaks: ['INV-25'],
    variant: {
      beforeRequest: async (device, { ops }) => {
        const isAfterPush = hasPushed.has(device)
        if (ops.length > 0) hasPushed.add(device)
        else hasPushed.delete(device)
        if (ops.length === 0 && isAfterPush && (await device.db.outbox.where('state').equals('waiting').count()) > 0)
          throw new TypeError('Failed to fetch')
      },
    },
  },
  'one edit that a network refuses holds up the others': {
    breaks: ['INV-13'],
    variant: {
      afterPass: async ({ db }) => {
        await db.sync.update('sync', { batchLimit: FIRST_SYNC.batchLimit })
      },
    },
  },
  'pages do not become smaller on a slow line': {
    breaks: ['INV-25'],
    variant: {
      afterPass: async ({ db }) => {
        await db.sync.update('sync', { pageRows: 500 })
      },
    },
  },
  'settled removed too early: the edit flickers until its page comes': {
    breaks: ['INV-14'],
    variant: {
      beforeRequest: async ({ db }) => {
        await db.outbox.where('state').equals('settled').delete()
      },
    },
  },
  'logout counts only unsent ops: it deletes the inbox when the outbox is empty': {
    breaks: ['LOGOUT'],
    variant: {
      logOut: async ({ db }) => {
        const unsent = await db.outbox.filter(({ state }) => state !== 'settled').count()
        return forgetAccount(db, unsent > 0 ? 'keep' : 'discard')
      },
    },
  },
  'logout does not end a running pass: an earlier response is written into the emptied database': {
    breaks: ['LOGOUT'],
    variant: {
      logOut: async (device) => {
        const { gen } = (await device.db.sync.get('sync')) ?? FIRST_SYNC
        const isKept = await forgetAccount(device.db, 'clean')
        await device.db.sync.update('sync', { gen })
        device.isSignedIn = true
        return isKept
      },
    },
  },
  'the last who joined the waiting list is promoted first': {
    breaks: ['INV-16', 'INV-2'],
    variant: rewritten((sql) => sql.replaceAll('ORDER BY waiting_order', 'ORDER BY waiting_order DESC')),
  },
  'no guard on the waiting list: a withdrawal does not see who joined meanwhile': {
    breaks: ['INV-15', 'INV-16', 'INV-7', 'INV-2'],
    variant: rewritten((sql) => sql.replace('ELSE r.waiting_count', "ELSE e.value->>'min'")),
  },
  'no guard on the applications of an account': {
    breaks: ['INV-27', 'INV-2'],
    variant: rewritten((sql) =>
      isGuard(sql)
        ? sql.replace(/\(SELECT count\(\*\) FROM application WHERE marathon_id [^)]+\)/, "e.value->>'min'")
        : sql,
    ),
  },
  'no guard on the bib: a verdict does not see who got it meanwhile': {
    seed: 8,
    // The unique index still forbids two holders at the end of a batch, so that verdicts break first.
    breaks: ['INV-18', 'INV-2'],
    variant: rewritten((sql) =>
      sql.replace(/(r\.bib_key = e\.value->>'key'\s+WHERE) coalesce\(r\.id, ''\)/, "$1 e.value->>'holder'"),
    ),
  },
  'an edit takes the code of its entry away': {
    breaks: ['INV-24'],
    variant: rewritten((sql) => sql.replace('code = excluded.code', "code = ''")),
  },
  'a second scan of the same entry is swallowed': {
    breaks: ['INV-17'],
    variant: rewritten((sql) =>
      isScan(sql)
        ? sql.replace(
            'WHERE true',
            `WHERE NOT EXISTS (SELECT 1 FROM recording o
                  WHERE o.application_id = e.value->>'applicationId' AND o.id <> e.value->>'id')`,
          )
        : sql,
    ),
  },
  'a scan of a withdrawn entry is dropped': {
    breaks: ['INV-17'],
    variant: changedResponse(({ results }, device) => {
      for (const verdict of results) {
        const op = device.made.find((made) => made.op.opId === verdict.opId)?.op
        if (op?.type !== 'checkIn.create' || verdict.code !== 'GONE') continue
        verdict.status = 'applied'
        delete verdict.code
      }
    }),
  },
  'a withdrawal leaves its scans behind': {
    breaks: ['INV-17'],
    variant: rewritten((sql) => (/^\s*DELETE FROM recording/.test(sql) ? null : sql)),
  },
  'the phone keeps one scan of each entry': {
    seed: 1,
    breaks: ['INV-6', 'INV-5'],
    variant: {
      afterPass: async ({ db }) => {
        const others = await db.checkIns.filter((row) => row.first === 0 && row.voidedAt === null).primaryKeys()
        await db.checkIns.bulkDelete(others)
      },
    },
  },
  'a helper gets whole entrants, with their contact data': {
    breaks: ['INV-19'],
    variant: rewritten((sql) => sql.replaceAll("'application', 'entrant')", "'application', 'application')")),
  },
  'a removed helper is not told': {
    seed: 2,
    // It still has the role.
    breaks: ['INV-19', 'INV-5'],
    variant: changedResponse((response) => {
      response.deleted = response.deleted.filter(({ type }) => type !== 'role')
    }),
  },
  'the scans that a removed helper had queued are dropped': {
    seed: 2,
    breaks: ['INV-17'],
    variant: rewritten((sql) => (isScan(sql) ? sql.replace('WHERE true', "WHERE e.value->>'confirmed'") : sql)),
  },
  'no guard on helpers: a scan does not see that its helper was removed meanwhile': {
    seed: 2,
    breaks: ['INV-2', 'INV-17'],
    variant: rewritten((sql) => sql.replace("coalesce(r.seq, 0) <> e.value->>'seq'", 'false')),
  },
  'a role changes back as soon as it is stored': {
    breaks: ['INV-28'],
    variant: rewritten((sql) => (isStaff(sql) ? sql.replace('role = excluded.role', 'role = role') : sql)),
  },
  'a handing over leaves the marathon with the account that had it': {
    breaks: ['INV-28', 'INV-2'],
    variant: rewritten((sql) => sql.replace('owner_uid = excluded.owner_uid', 'owner_uid = owner_uid')),
  },
  'no guard on staff: it is taken over although the offer ended meanwhile': {
    breaks: ['INV-28', 'INV-2', 'INV-17'],
    variant: rewritten((sql, batch) =>
      batch.some(isStaff) ? sql.replace("coalesce(r.seq, 0) <> e.value->>'seq'", 'false') : sql,
    ),
  },
  'who was removed keeps the offer': {
    breaks: ['INV-28'],
    variant: rewritten((sql) =>
      isStaff(sql)
        ? sql.replace('offered_at = excluded.offered_at', 'offered_at = coalesce(excluded.offered_at, offered_at)')
        : sql,
    ),
  },
  'an organiser who helps now sees as much as before': {
    breaks: ['INV-19', 'INV-5', 'INV-6'],
    variant: rewritten((sql) => (sql.startsWith('UPDATE staff SET view_seq = seq') ? null : sql)),
  },
  'a phone does not hear that its role is another one': {
    breaks: ['INV-5'],
    variant: rewritten((sql) => (/^UPDATE marathon SET seq = /.test(sql) ? null : sql)),
  },
  'whose role ends loses the queue too': {
    breaks: ['INV-4', 'INV-14', 'INV-17', 'INV-29'],
    variant: {
      answer: async (text, { db }) => {
        if (text.includes('"type":"role"')) await db.outbox.clear()
        return text
      },
    },
  },
  'a new helper gets only what changes from then on': {
    seed: 1,
    breaks: ['INV-5', 'INV-6'],
    variant: rewritten((sql) => sql.replaceAll('view_seq > +', 'false AND view_seq > +')),
  },
  'the seed is told before the draw': {
    breaks: ['INV-20'],
    variant: rewritten((sql) => sql.replaceAll('json_group_array(m.seed)', 'json_group_array(m.secret_seed)')),
  },
  'a second draw is drawn again: who left meanwhile changes the order': {
    breaks: ['INV-1', 'INV-2', 'INV-7', 'INV-16'],
    variant: {
      d1: {
        results: (sql, rows) => (sql.includes("'account' AS kind") ? rows.map(withoutSeed) : rows),
        rewrite: (sql) =>
          (isDrawRead(sql) || isDrawWrite(sql) ? sql.replace("AND status = 'entered'", '') : sql)
            .replace('INSERT INTO draw', 'INSERT OR REPLACE INTO draw')
            .replace("WHEN 'enteredCount' THEN r.entered_count", "WHEN 'enteredCount' THEN e.value->>'min'"),
      },
    },
  },
  'a draw in two transactions: half of it is seen': {
    breaks: ['INV-2', 'INV-7', 'INV-16'],
    variant: {
      d1: {
        outside: isDrawWrite,
        rewrite: (sql) => (isGuard(sql) && sql.includes("status = 'entered'") ? null : sql),
      },
    },
  },
  'the last of the drawn order are registered': {
    breaks: ['INV-16'],
    variant: rewritten((sql) => (isDrawWrite(sql) ? sql.replaceAll('e.key < ?', 'e.key >= ?') : sql)),
  },
  'an application after the draw passes those who were drawn': {
    breaks: ['INV-16'],
    variant: rewritten((sql) => sql.replace('SET waiting_order = seq', 'SET waiting_order = 0 - seq')),
  },
  'no guard on a draw: it leaves out that somebody withdrew meanwhile': {
    seed: 12,
    breaks: ['INV-1', 'INV-2', 'INV-7', 'INV-16'],
    variant: rewritten((sql) =>
      sql.replace("WHEN 'enteredCount' THEN r.entered_count", "WHEN 'enteredCount' THEN e.value->>'min'"),
    ),
  },
  'who applies gets no notice of before': {
    breaks: ['INV-21'],
    variant: rewritten((sql) => sql.replace('iif(a.seq > seq, 0, seq)', 'seq')),
  },
  'a page ends by its rows alone, whatever their texts': {
    breaks: ['INV-26'],
    variant: rewritten((sql) => sql.replace(/total <= \d+ OR/, 'true OR')),
  },
  'a page is cut between the notices of before': {
    breaks: ['INV-21', 'INV-6'],
    variant: rewritten((sql) => sql.replace('(rank() OVER', '(row_number() OVER')),
  },
  'a promotion is told to everybody': {
    breaks: ['INV-21'],
    variant: rewritten((sql) =>
      sql.replace('WHERE o.to_uid IS NULL AND o.seq > (SELECT iif', 'WHERE o.seq > (SELECT iif'),
    ),
  },
  'runners are not told that a notice was deleted': {
    seed: 1,
    breaks: ['INV-21'],
    variant: rewritten((sql) => sql.replace("t.type = 'notice' AND t.marathon_id IN", 'false AND t.id IN')),
  },
  'a change is committed without its notice': {
    breaks: ['INV-21'],
    variant: rewritten((sql) => (/^\s*INSERT INTO "?notice/.test(sql) ? null : sql)),
  },
  'no account check: a queue is sent with another account’s session': {
    seed: 1,
    breaks: ['INV-10', 'INV-1', 'INV-2'],
    variant: {
      request: (request, cookieUid) => ({
        ...request,
        body:
          typeof request.body === 'string'
            ? JSON.stringify({ ...JSON.parse(request.body), uid: cookieUid })
            : request.body,
      }),
    },
  },
}
