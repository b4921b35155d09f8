import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { emptied, filledIn } from './testing/project-copy.ts'

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
    .replace(/^crons = .*/m, 'crons = [\n  "17 3 * * *",\n  "17 4 * * *",\n  "*/5 * * * *",\n]')
    .replaceAll(/^\[\[env\.\w+\.(queues|durable_objects)\.\w+\]\][^[]*/gm, '')
  const [local, , production] = configsOf(operators)
  expect(local?.triggers.crons).toHaveLength(3)
  expect([production?.queues, production?.durable_objects.bindings]).toEqual([{ producers: [], consumers: [] }, []])
  const configs = configsOf(change(operators))
  expect(configs).toEqual(configsOf(change(toml)))
  for (const { triggers, vars, queues, durable_objects: rooms, name } of configs) {
    expect([triggers.crons, vars.VAPID_SUBJECT]).toEqual([['17 3 * * *', '*/5 * * * *'], ''])
    expect(queues.producers).toEqual([{ binding: 'PUSH_QUEUE', queue: `${name}-push` }])
    expect(queues.consumers).toMatchObject([{ queue: `${name}-push`, dead_letter_queue: `${name}-push-dead` }])
    expect(rooms.bindings).toEqual([
      { name: 'ROOMS', class_name: 'MarathonRoom' },
      { name: 'GROUPS', class_name: 'GroupCommitter' },
    ])
  }
})
