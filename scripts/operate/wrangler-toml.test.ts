import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { bindingNames, OPTIONAL_BINDINGS } from '../doctor/settings.ts'
import { emptied, filledIn } from '../testing/project-copy.ts'

const ENVIRONMENTS = ['staging', 'production']
const configOf = (env?: string) =>
  unstable_readConfig({ config: 'wrangler.toml', ...(env ? { env } : {}) }, { hideWarnings: true })
const local = configOf()
/** The other queues have what the mail service tells: only with mail. */
const isOfDeliveries = ({ queue }: { queue: string }) => queue.endsWith('-deliveries')

it.each([undefined, ...ENVIRONMENTS])(
  'keeps the URLs of calls, which may contain an email, out of the logs: %s',
  (env) => {
    expect(configOf(env).observability).toMatchObject({
      enabled: true,
      logs: { enabled: true, invocation_logs: false },
    })
  },
)

it.each(ENVIRONMENTS)('gives %s what the worker has in local runs', (env) => {
  const { ratelimits, queues, triggers } = configOf(env)
  // Not every plan has rooms and queues, so an operator may leave them out (docs/deploy.md).
  const needed = (config: typeof local) => bindingNames(config).filter((name) => !OPTIONAL_BINDINGS.includes(name))
  expect(needed(configOf(env))).toEqual(needed(local))
  const limitOf = ({ name, simple }: (typeof ratelimits)[number]) => [name, simple]
  expect(ratelimits.map(limitOf)).toEqual(local.ratelimits.map(limitOf))
  const consumed = (queues.consumers ?? []).filter(isOfDeliveries)
  expect(consumed.length).toBe(queues.producers?.length ?? 0)
  expect(triggers).toEqual(local.triggers)
})

const folder = mkdtempSync(join(tmpdir(), 'project-copy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What wrangler reads for local runs and both deployments. */
function configsOf(toml: string) {
  const config = join(folder, 'wrangler.toml')
  writeFileSync(config, toml)
  return [undefined, 'staging', 'production'].map((env) =>
    unstable_readConfig({ config, ...(env ? { env } : {}) }, { hideWarnings: true }),
  )
}

it.each([{ emptied }, { filledIn }])('tests do not see what an operator made of wrangler.toml: %o', (one) => {
  const [change = emptied] = Object.values(one)
  const toml = readFileSync('wrangler.toml', 'utf8')
  const operators = filledIn(toml)
    .replaceAll('VAPID_SUBJECT = ""', 'VAPID_SUBJECT = "mailto:olivia@example.com"')
    .replaceAll('MAIL_FROM = ""', 'MAIL_FROM = "mail@run.example"')
    .replaceAll('MAIL_ORIGIN = ""', 'MAIL_ORIGIN = "https://run.example"')
    .replace(/^crons = .*/m, 'crons = [\n  "17 3 * * *",\n  "17 4 * * *",\n  "*/5 * * * *",\n]')
    .replaceAll(/^\[\[env\.\w+\.(queues|durable_objects)\.\w+\]\]\n(\w.*\n)*/gm, '')
  const [local, , production] = configsOf(operators)
  expect(local?.triggers.crons).toHaveLength(3)
  expect([production?.queues, production?.durable_objects.bindings]).toEqual([{ producers: [], consumers: [] }, []])
  const configs = configsOf(change(operators))
  expect(configs).toEqual(configsOf(change(toml)))
  for (const { triggers, vars, queues, durable_objects: rooms, name } of configs) {
    const { VAPID_SUBJECT, MAIL_FROM, MAIL_ORIGIN } = vars
    expect(triggers.crons).toEqual(['17 3 * * *', '*/5 * * * *'])
    expect([VAPID_SUBJECT, MAIL_FROM, MAIL_ORIGIN]).toEqual(['', '', ''])
    expect(queues.producers).toEqual([{ binding: 'DELIVERY_QUEUE', queue: `${name}-deliveries` }])
    expect(queues.consumers?.filter(isOfDeliveries)).toMatchObject([
      { queue: `${name}-deliveries`, dead_letter_queue: `${name}-deliveries-dead` },
    ])
    expect(rooms.bindings).toEqual([
      { name: 'ROOMS', class_name: 'MarathonRoom' },
      { name: 'GROUPS', class_name: 'GroupCommitter' },
    ])
  }
})
