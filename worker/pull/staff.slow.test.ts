import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../contract/roles.ts'
import { makeHelper, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'

/** Makes an account staff, in a commit of its own. */
async function join(owner: TestClient, client: TestClient, marathonId: string, role: Role) {
  await makeHelper(owner, client, marathonId)
  await env.DB.batch([
    env.DB.prepare('UPDATE clock SET seq = seq + 1'),
    env.DB.prepare(
      `UPDATE staff SET role = ?, seq = (SELECT seq FROM clock), view_seq = (SELECT seq FROM clock)
      WHERE marathon_id = ? AND uid = ?`,
    ).bind(role, marathonId, client.uid),
  ])
}

async function remove(owner: TestClient, client: TestClient, marathonId: string) {
  const id = await idOf(client, marathonId)
  await env.DB.batch([
    env.DB.prepare('UPDATE clock SET seq = seq + 1'),
    env.DB.prepare('UPDATE staff SET removed_at = ?, seq = (SELECT seq FROM clock) WHERE id = ?').bind(
      new Date().toISOString(),
      id,
    ),
  ])
  expect(owner.uid).not.toBe(client.uid)
  return id
}

async function idOf({ uid }: TestClient, marathonId: string) {
  const select = env.DB.prepare('SELECT id FROM staff WHERE marathon_id = ? AND uid = ?')
  return String(await select.bind(marathonId, uid).first('id'))
}

/** A marathon with an entrant, an owner, and staff of each other role. */
async function scene() {
  const [olivia, omar, dora, gus, tina, ravi] = await signIn('olivia', 'omar', 'dora', 'gus', 'tina', 'ravi')
  const event = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', event, marathonFields())] })
  await ravi.sync({ ops: [op('application.create', newId('entry'), applicationFields(event))] })
  await join(olivia, omar, event, 'organiser')
  await join(olivia, dora, event, 'desk')
  await join(olivia, gus, event, 'gate')
  await join(olivia, tina, event, 'timer')
  return { event, olivia, omar, dora, gus, tina, ravi }
}

describe('the staff of an event', () => {
  it('are told to its owner and organisers; others get their own row, and a stranger none', async () => {
    const { event, olivia, omar, dora, gus, tina, ravi } = await scene()
    for (const client of [olivia, omar]) {
      const { staff } = await client.sync()
      expect(staff.map(({ role, mine }) => [role, mine])).toEqual([
        ['owner', client === olivia],
        ['organiser', client === omar],
        ['desk', false],
        ['gate', false],
        ['timer', false],
      ])
    }
    for (const client of [dora, gus, tina]) {
      const { staff } = await client.sync()
      const [name, since] = [expect.any(String), expect.stringMatching(/Z$/)]
      expect(staff).toEqual([
        {
          _id: await idOf(client, event),
          marathonId: event,
          name,
          since,
          role: client.uid.startsWith('dora') ? 'desk' : client === gus ? 'gate' : 'timer',
          isOffered: false,
          mine: true,
        },
      ])
    }
    expect((await ravi.sync()).staff).toEqual([])
  })

  it('are told once each in a pull of many pages', async () => {
    const { event, omar } = await scene()
    await env.DB.batch([
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO staff (marathon_id, uid, role, id, name, since, seq)
        SELECT ?1, ?1 || i, 'gate', ?1 || '-' || i, 'Sam', '', seq + i FROM n, clock`,
      ).bind(event),
      env.DB.prepare('UPDATE clock SET seq = seq + 60'),
    ])
    const ids: string[] = []
    let [cursor, more] = [null as string | null, true]
    while (more) {
      const page = await omar.sync({ cursor, pageRows: 20 })
      ids.push(...page.staff.map(({ _id }) => _id))
      cursor = page.cursor
      more = page.more
    }
    expect([ids.length, new Set(ids).size]).toEqual([65, 65])
  })

  it('who are removed are a deletion to organisers, and the end of the role to themselves', async () => {
    const { event, olivia, omar, dora, gus } = await scene()
    const cursors = await Promise.all([olivia, omar, dora, gus].map(async (one) => (await one.sync()).cursor))
    const id = await remove(olivia, gus, event)
    const [told, too, helper, removed] = await Promise.all(
      [olivia, omar, dora, gus].map(async (one, index) => (await one.sync({ cursor: cursors[index] ?? null })).deleted),
    )
    const row = { type: 'staff', id, at: expect.any(String) }
    expect([told, too, helper]).toEqual([[row], [row], []])
    expect(removed).toEqual([{ type: 'role', id: event, at: expect.any(String) }])
    const fresh = await olivia.sync()
    expect(fresh.staff.map(({ _id }) => _id)).not.toContain(id)
    expect(fresh.deleted).toEqual([])
    expect((await gus.sync()).staff).toEqual([])
  })

  it('who are removed and invited again between two syncs are there once', async () => {
    const { event, olivia, gus } = await scene()
    const { cursor } = await olivia.sync()
    const id = await remove(olivia, gus, event)
    await join(olivia, gus, event, 'desk')
    const { staff, deleted } = await olivia.sync({ cursor })
    expect(staff.map(({ _id }) => _id)).toEqual([await idOf(gus, event)])
    expect(deleted.map(({ type, id: of }) => [type, of])).toEqual([['staff', id]])
  })
})

it.each(['desk', 'gate', 'timer'] as const)(
  'INV-19 an organiser who becomes %s starts over, with less',
  async (role) => {
    const { event, omar, olivia } = await scene()
    const before = await omar.sync()
    expect(before.applications).toMatchObject([{ phoneNumber: expect.any(String) }])
    await join(olivia, omar, event, role)
    const after = await omar.sync({ cursor: before.cursor })
    expect([after.reset, after.staff.length, after.marathons.find(({ _id }) => _id === event)?.role]).toEqual([
      true,
      1,
      role,
    ])
    expect(Object.keys(after.applications[0] ?? {}).sort()).toEqual([
      ...[
        '_id',
        'bib',
        'code',
        'firstName',
        'hidesName',
        'isClaimed',
        'lastName',
        'marathonId',
        'mine',
        'status',
        'ver',
        'wantedBib',
      ],
    ])
  },
)
