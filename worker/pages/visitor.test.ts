import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetKept } from '../reads/kept-a-second.ts'
import { signIn } from '../testing/calls.ts'
import { emulatorToken, type TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { visit } from '../testing/visitor.ts'

let olivia: TestClient
let id = ''

beforeEach(async () => {
  forgetKept()
  olivia = (await signIn('olivia'))[0]
  id = newId('marathon')
  await make()
  await logIn(true)
})

const make = (fields: object = {}, of = id) =>
  olivia.sync({ ops: [op('marathon.create', of, marathonFields({ ...fields }))] })

async function logIn(isVerified: boolean) {
  forgetKept()
  const Authorization = `Bearer ${emulatorToken(olivia.uid, { email_verified: isVerified })}`
  const { status } = await olivia.call('POST', '/jwt', { email: `${olivia.uid}@example.com` }, { Authorization })
  expect(status).toBe(200)
}

describe('the sitemap', () => {
  const paths = async () => {
    forgetKept()
    return [...(await (await visit('/sitemap.xml')).text()).matchAll(/<loc>http:\/\/localhost([^<]*)<\/loc>/g)].map(
      ([, path]) => path,
    )
  }

  it('has the home page and the events of verified organisers, upcoming and of the last 30 days', async () => {
    await logIn(false)
    expect(await paths()).not.toContain(`/e/${id}`)
    await logIn(true)
    const [old, recent] = [newId('old'), newId('recent')]
    const past = (days: number) => ({ regStart: inDays(-60), regEnd: inDays(-50), startDate: inDays(-days) })
    await make(past(31), old)
    await make(past(29), recent)
    const listed = await paths()
    expect(listed).toEqual(expect.arrayContaining(['/', `/e/${id}`, `/e/${recent}`]))
    expect(listed).not.toContain(`/e/${old}`)
  })

  it('loses an event that is hidden, deleted, or of an address that is not verified now', async () => {
    const [hidden, deleted] = [newId('hidden'), newId('deleted')]
    await make({}, hidden)
    await make({}, deleted)
    expect(await paths()).toEqual(expect.arrayContaining([`/e/${hidden}`, `/e/${deleted}`]))
    await env.DB.prepare('UPDATE marathon SET hidden_at = ? WHERE id = ?').bind(inDays(0), hidden).run()
    await olivia.sync({ ops: [op('marathon.delete', deleted)] })
    expect(await paths()).not.toContain(`/e/${hidden}`)
    expect(await paths()).not.toContain(`/e/${deleted}`)
    await logIn(false)
    expect(await paths()).not.toContain(`/e/${id}`)
  })
})

it('no answer to a visitor has contact data', async () => {
  const [ravi] = await signIn('ravi')
  const secrets = {
    firstName: 'Xaverina',
    lastName: 'Qwertzson',
    phoneNumber: '+49 40 998877',
    email: 'x.q@example.org',
  }
  const more = { additionalInfo: 'allergic to wasps', location: 'Runnerstown' }
  await ravi.sync({ ops: [op('application.create', newId('entry'), applicationFields(id, { ...secrets, ...more }))] })
  const { results } = await env.DB.prepare('SELECT name, email FROM marathon').all<{ name: string; email: string }>()
  const rows = await env.DB.prepare('SELECT * FROM application').all<Record<string, string>>()
  const OF_EVENT = ['title', 'start_date', 'marathon_id']
  const ofEntries = rows.results.flatMap((row) => Object.entries(row).filter(([name]) => !OF_EVENT.includes(name)))
  const found = [...results.flatMap(({ name, email }) => [name, email]), ...ofEntries.map(([, value]) => value)]
  const values = found.filter((value) => typeof value === 'string' && value.length > 3)
  expect(values).toEqual(expect.arrayContaining([...Object.values(secrets), ...Object.values(more)]))
  forgetKept()
  const PATHS = [`/e/${id}`, '/sitemap.xml', '/robots.txt', '/upcoming.ics', `/e/${id}.ics`]
  const CALLS = [`/api/marathons/${id}/public`, '/api/allMarathon', '/api/upcomingMarathon']
  for (const path of [...PATHS, ...CALLS]) {
    const text = await (await visit(path)).text()
    expect([path, values.filter((value) => text.includes(value))]).toEqual([path, []])
  }
})
