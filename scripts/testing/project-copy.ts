import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** The database ids that `filledIn` puts in. */
export const DATABASE_IDS = {
  staging: '99999999-2222-3333-4444-555555555555',
  production: '11111111-2222-3333-4444-555555555555',
}
const LEFT_OUT = ['.git', 'node_modules', 'dist', 'test-results', 'playwright-report', '.local', '.wrangler']

/** What an operator may delete from an environment (docs/deploy.md), as it is delivered. */
const optional = (environment: string): [name: string, settings: string][] => [
  ['durable_objects.bindings', 'name = "ROOMS"\nclass_name = "MarathonRoom"'],
  ['durable_objects.bindings', 'name = "GROUPS"\nclass_name = "GroupCommitter"'],
  ['queues.producers', `queue = "startline-${environment}-deliveries"\nbinding = "DELIVERY_QUEUE"`],
  [
    'queues.consumers',
    `queue = "startline-${environment}-deliveries"
dead_letter_queue = "startline-${environment}-deliveries-dead"
max_batch_size = 1
max_batch_timeout = 0
max_retries = 8
retry_delay = 15`,
  ],
]

/** wrangler.toml with push, mail, rooms and crons as they are delivered, whatever an operator made of them. */
function delivered(toml: string): string {
  const text = toml
    .replaceAll(/^(VAPID_SUBJECT|OPERATOR_EMAIL|MAIL_FROM|MAIL_ORIGIN) = .*/gm, '$1 = ""')
    .replace(/^crons = \[[^\]]*\]/m, 'crons = ["17 3 * * *", "*/5 * * * *"]')
  const missing = Object.keys(DATABASE_IDS).flatMap((environment) =>
    optional(environment).flatMap(([name, settings]) => {
      const header = `[[env.${environment}.${name}]]`
      const [first] = settings.split('\n')
      return text.includes(`\n${header}\n${first}`) ? [] : [`\n${header}\n${settings}\n`]
    }),
  )
  return text + missing.join('')
}

/** wrangler.toml as it is before an operator fills it in. */
export function emptied(toml: string): string {
  return delivered(toml)
    .replaceAll(/^(FIREBASE_\w+) = .*/gm, '$1 = ""')
    .replaceAll(/^database_id = .*/gm, 'database_id = "00000000-0000-0000-0000-000000000000"')
}

/** wrangler.toml as an operator fills it in, without push. */
export function filledIn(toml: string): string {
  const fill = (text: string, name: keyof typeof DATABASE_IDS) =>
    text
      .replace(/^FIREBASE_PROJECT_ID = .*/m, `FIREBASE_PROJECT_ID = "run-${name}"`)
      .replace(/^FIREBASE_API_KEY = .*/m, `FIREBASE_API_KEY = "key-of-${name}"`)
      .replace(/^FIREBASE_AUTH_DOMAIN = .*/m, `FIREBASE_AUTH_DOMAIN = "run-${name}.firebaseapp.com"`)
      .replace(/^OPERATOR_EMAIL = .*/m, `OPERATOR_EMAIL = "${name}@run.example"`)
      .replace(/^database_id = .*/m, `database_id = "${DATABASE_IDS[name]}"`)
  const [top = '', staging = '', production = ''] = delivered(toml).split(/(?=^\[env\.(?:staging|production)\]$)/m)
  return top + fill(staging, 'staging') + fill(production, 'production')
}

/** Copies the project's files into `folder`, links its packages, and changes wrangler.toml. */
export function copyProject(folder: string, changeToml: (toml: string) => string): void {
  cpSync('.', folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'wrangler.toml'), changeToml(readFileSync('wrangler.toml', 'utf8')))
}
