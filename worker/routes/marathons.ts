import { type Context, Hono } from 'hono'
import { historyQuerySchema } from '../../contract/history.ts'
import { ENTRANT_PAGE_ROWS } from '../../contract/limits.ts'
import { liveQuerySchema } from '../../contract/live.ts'
import type { Marathon } from '../../contract/marathon.ts'
import { Problem } from '../../contract/problem.ts'
import {
  DECIDED_MARATHON_FIELDS,
  entrantListQuerySchema,
  invitationPostSchema,
  marathonListQuerySchema,
} from '../../contract/rest.ts'
import { officialPostSchema } from '../../contract/results/public-list-schema.ts'
import type { Fields } from '../../contract/sync.ts'
import { countList, countRead, countWrite, isLimited } from '../auth/rate-limit.ts'
import { requireOwnPage } from '../auth/same-origin.ts'
import type { App } from '../env.ts'
import { roomUrl } from '../live/room-url.ts'
import { emptyCommit } from '../ops/apply-ops.ts'
import { changesNothing } from '../ops/changes-nothing.ts'
import { invitationsOf, invitationToken, invite, withdrawInvitation } from '../ops/invitations.ts'
import { type EntrantsPage, entrantPages, entrantsOf } from '../reads/entrants.ts'
import { historyOf, lastOfStaff } from '../reads/history.ts'
import { listMarathons, oneMarathon } from '../reads/lists.ts'
import { mailReach } from '../reads/mail-reach.ts'
import { resultsOfMarathon } from '../reads/results.ts'
import { differencesOf, makeOfficial } from '../results/official.ts'
import { afterCommit, chargeAfter } from './after-commit.ts'
import { csvParts, jsonParts, streamOf } from './entrant-stream.ts'
import { readJson } from './read-json.ts'
import { requireFresh, requireOpen, requireUser } from './require-user.ts'
import {
  guardedWrite,
  idempotencyKey,
  jsonText,
  linkNext,
  ownEmailOnly,
  pathId,
  readFields,
  readNewRow,
  readQuery,
  without,
  write,
} from './rest-call.ts'

/** /marathons: the calls on marathons, and on a marathon's entrants and staff. */
export const marathons = new Hono<App>()
  .use(requireUser)
  .get('/', countList, async (c) => {
    const { sort, email, limit, cursor } = readQuery(c, marathonListQuerySchema)
    ownEmailOnly(c, email)
    const { uid: readerUid } = c.get('user')
    const ownerUid = email === undefined ? undefined : readerUid
    const query = { readerUid, sort, ownerUid, limit, cursor, isLimited: isLimited(c.env) }
    const page = await listMarathons(c.env.DB, query)
    chargeAfter(c, page.bytes)
    linkNext(c, page.next)
    return jsonText(c, page.json)
  })
  .get('/:id', countRead, async (c) => {
    const one = await oneMarathon(c.env.DB, pathId(c), c.get('user').uid, isLimited(c.env))
    if (!one) throw new Problem('NOT_FOUND', 'There is no such marathon.')
    chargeAfter(c, one.bytes)
    c.header('ETag', `"${one.ver}"`)
    return jsonText(c, one.json)
  })
  .get('/:id/live', requireOwnPage, countRead, async (c) => {
    // The room of a marathon that does not exist says nothing, so nothing is read here.
    const room = c.env.ROOMS?.getByName(pathId(c))
    if (!room) throw new Problem('NOT_FOUND', 'There are no live rooms here.')
    const isStaff = readQuery(c, liveQuerySchema).for === 'staff'
    const { webSocket } = await room.fetch(new Request(roomUrl({ uid: c.get('user').uid, isStaff }), c.req.raw))
    // The headers of the room's own response cannot be changed.
    return new Response(null, { status: 101, webSocket })
  })
  .get('/:id/entrants', countList, async (c) => {
    const { limit, cursor, separator } = readQuery(c, entrantListQuerySchema)
    const [id, { uid }] = [pathId(c), c.get('user')]
    const page = await entrantsOf(c.env.DB, id, uid, limit ?? ENTRANT_PAGE_ROWS, cursor, isLimited(c.env))
    const isPage = limit !== undefined || cursor !== undefined
    if (isPage) linkNext(c, page.next)
    const pages = charged(c, entrantPages(c.env.DB, id, uid, isPage ? { ...page, next: null } : page))
    c.header('Vary', 'Accept')
    if (!c.req.header('Accept')?.includes('text/csv')) {
      return c.body(streamOf(jsonParts(pages)), 200, { 'Content-Type': 'application/json' })
    }
    return c.body(streamOf(csvParts(pages, page.asked, separator === 'semicolon' ? ';' : ',')), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="entrants.csv"',
    })
  })
  .get('/:id/history', countRead, async (c) =>
    jsonText(c, await historyOf(c.env.DB, pathId(c), c.get('user').uid, readQuery(c, historyQuerySchema))),
  )
  .get('/:id/results', countList, async (c) => {
    const { parts, bytes } = await resultsOfMarathon(c.env.DB, pathId(c), c.get('user').uid, isLimited(c.env))
    chargeAfter(c, bytes)
    return c.body(streamOf(parts.values()), 200, { 'Content-Type': 'application/json' })
  })
  .get('/:id/differences', countList, async (c) =>
    c.json(await differencesOf(guardedWrite(c), pathId(c), (characters) => chargeAfter(c, characters))),
  )
  .post('/:id/results', countList, requireFresh, requireOpen, async (c) => {
    const id = pathId(c)
    const body = await readJson(c, officialPostSchema)
    const charge = (characters: number) => chargeAfter(c, characters)
    const { seq, notices, ...made } = await makeOfficial(guardedWrite(c), id, body, charge)
    if (seq > 0) afterCommit(c, { ...emptyCommit(), seq, marathonIds: new Set([id]), notices })
    return c.json({ results: 'official', ...made })
  })
  .get('/:id/mail', countList, async (c) =>
    jsonText(c, await mailReach(c.env.DB, pathId(c), c.get('user').uid, Date.now())),
  )
  .get('/:id/staff', countRead, async (c) => jsonText(c, await lastOfStaff(c.env.DB, pathId(c), c.get('user').uid)))
  .post('/', countWrite, requireFresh, async (c) => {
    const { id, fields } = await readNewRow(c)
    const opResult = await write(c, 'marathon.create', id, without(fields, DECIDED_MARATHON_FIELDS))
    return c.json({ acknowledged: true, insertedId: opResult.targetId }, 201)
  })
  .put('/:id', countWrite, requireFresh, async (c) => {
    const id = pathId(c)
    const patch = without(await readFields(c), DECIDED_MARATHON_FIELDS)
    return c.json({ acknowledged: true, matchedCount: 1, modifiedCount: await update(c, id, patch) })
  })
  .delete('/:id', countWrite, requireFresh, async (c) => {
    const opResult = await write(c, 'marathon.delete', pathId(c), {})
    return c.json({ acknowledged: true, deletedCount: opResult.modified })
  })
  .get('/:id/invitations', countList, async (c) => jsonText(c, await invitationsOf(guardedWrite(c), pathId(c))))
  .delete('/:id/invitations/:invitationId', countWrite, requireFresh, requireOpen, async (c) => {
    const isNew = await withdrawInvitation(guardedWrite(c), pathId(c), pathId(c, 'invitationId'))
    return c.json({ acknowledged: true, deletedCount: isNew ? 1 : 0 })
  })
  .post('/:id/invitations', countWrite, requireFresh, requireOpen, async (c) => {
    const marathonId = pathId(c)
    const { role } = await readJson(c, invitationPostSchema)
    const key = idempotencyKey(c) ?? crypto.randomUUID()
    const token = invitationToken(c.env.SESSION_SECRET, marathonId, role, key)
    const expiresAt = await invite(guardedWrite(c), marathonId, { role, token })
    return c.json({ url: `${new URL(c.req.url).origin}/invitation/${token}`, expiresAt }, 201)
  })

/**
 * Updates a marathon. After an application, the original client sends the whole marathon with another regCount. If the
 * user is not the owner, such a PUT, which changes nothing else, succeeds and changes no row.
 * @returns the number of rows that changed: 0 or 1
 * @throws Problem like `write`
 */
async function update(c: Context<App>, id: string, patch: Fields): Promise<number> {
  try {
    return (await write(c, 'marathon.update', id, patch)).modified
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'FORBIDDEN') throw error
    const one = await oneMarathon(c.env.DB, id, c.get('user').uid, false)
    if (one && changesNothing(JSON.parse(one.json) as Marathon, patch)) return 0
    throw error
  }
}

/** Charges the user for each page when it is read. Who reads no further is not charged for the rest. */
async function* charged(c: Context<App>, pages: AsyncIterable<EntrantsPage>): AsyncGenerator<EntrantsPage, void> {
  for await (const page of pages) {
    chargeAfter(c, page.bytes)
    yield page
  }
}
