import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { eagerBytes } from '../../web/testing/eager-bytes.ts'
import { openBrowser } from '../harness/browser.ts'
import { startEdge } from '../harness/edge-proxy.ts'
import { type Figures, figure, type Row, ratioText, writeReport } from '../harness/report.ts'
import { inRounds, median, middleOf, ratioOf } from '../harness/rounds.ts'
import { startWorkerd } from '../harness/workerd.ts'
import { seededDatabase } from '../seed/database.ts'
import { marathonId, seedMarathon } from '../seed/rows.ts'
import { type Audit, audit, type SignedIn } from './audit.ts'
import { buildPages, scriptBytes, serveFolder } from './build-floor.ts'
import { coldFloor, coldPhone } from './cold-start.ts'
import { openFloor, openPhone } from './offline-reload.ts'
import { servePictures } from './pictures.ts'

const PORTS = { worker: 8881, floor: 8882, edge: 8883, floorEdge: 8884, pictures: 8885 }
const BUILD = resolve(process.env.BUILD_DIR || join(import.meta.dirname, '../../dist'), 'client')
const ROUTES = ['index.tsx', 'login.tsx', 'marathons/index.tsx', 'marathons/$id.tsx', 'dashboard/myApply.tsx']
/** Earlier results of two apps that do not run here, from a comparable machine (docs/performance.md). */
const HI_EVENTS_JS_KB = 243
const PHANPY_LCP_MS = 4000
/** The pages behind the login: who is signed in, and what the page has once it is shown. */
const SIGNED_IN = new Map<string, SignedIn>([
  ['list, signed in', { uid: 'runner-1', shown: 'main article' }],
  ['finish, signed in', { uid: seedMarathon(0, Date.now()).owner_uid, shown: 'main button' }],
])
const WHOLE = ['accessibility', 'bestPractices'] as const
/**
 * The least score of performance, and the scores that must be 100. Search engines may not read what is behind the login
 * (worker/pages/robots.ts).
 */
const SCORES: [name: string, performance: number, whole: readonly ('seo' | (typeof WHOLE)[number])[]][] = [
  ['home', 95, [...WHOLE, 'seo']],
  ['login', 95, [...WHOLE, 'seo']],
  ['public page', 95, [...WHOLE, 'seo']],
  ['list, signed in', 85, WHOLE],
  ['finish, signed in', 85, WHOLE],
]
/** Ends the name of an audit in which the browser really is slow. */
const APPLIED = ', applied'
const SLOW = '4 × CPU slowdown, ÷ the floor’s FCP'
const COLD = `browser started anew, ${SLOW}`

/** The bench of the page: bytes before the first paint, Lighthouse on a phone, and the reload without a network. */
export async function benchPage({ rounds }: { rounds: number }): Promise<void> {
  const floorFolder = await buildPages(join(import.meta.dirname, 'floor'), 'floor')
  const closeFloor = await serveFolder(floorFolder, PORTS.floor)
  const closePictures = await servePictures(PORTS.pictures)
  const worker = await startWorkerd('page', {
    port: PORTS.worker,
    path: '/api/health',
    database: seededDatabase({ rows: 1000, pictures: `http://localhost:${PORTS.pictures}` }),
    pin: false,
    objects: { ROOMS: 'MarathonRoom' },
  })
  const edge = await startEdge(worker.origin, PORTS.edge)
  const floorEdge = await startEdge(`http://127.0.0.1:${PORTS.floor}`, PORTS.floorEdge)
  try {
    const urls = new Map([
      ['home', `${edge.origin}/`],
      [`home${APPLIED}`, `${edge.origin}/`],
      [`home again${APPLIED}`, `${edge.origin}/`],
      ['list, signed in', `${edge.origin}/marathons`],
      ['finish, signed in', `${edge.origin}/dashboard/myMarathons/${marathonId(0)}/timing`],
      ['login', `${edge.origin}/login`],
      [`login${APPLIED}`, `${edge.origin}/login`],
      ['public page', `${edge.origin}/e/${marathonId(0)}`],
      [`floor${APPLIED}`, floorEdge.origin],
    ])
    // The first audits find the server's code and the files cold. No row is about that.
    for (const url of new Set(urls.values())) await audit(url)
    const audits = new Map<string, Audit[]>([...urls.keys()].map((name) => [name, []]))
    const lcp = await inRounds(rounds, [...urls.keys()], async (name) => {
      const result = await audit(urls.get(name) ?? '', {
        signedIn: SIGNED_IN.get(name),
        isApplied: name.endsWith(APPLIED),
      })
      audits.get(name)?.push(result)
      console.error(`  ${name}: ${result.performance}, LCP ${figure(result.lcp)}, TBT ${figure(result.tbt)}`)
      return result.lcp
    })
    const browser = await openBrowser()
    const phone = await openPhone(browser, edge.origin)
    const floor = await openFloor(browser, floorEdge.origin)
    const reloads = await inRounds(rounds + 2, ['list', 'floor'], (name) => (name === 'list' ? phone : floor).reload())
    await browser.close()
    const cold = new Map([
      ['details', await coldPhone(edge.origin, 'opened before')],
      ['unopened', await coldPhone(edge.origin, 'never opened')],
      ['floor', await coldFloor(floorEdge.origin)],
    ])
    const starts = await inRounds(
      rounds,
      [...cold.keys()],
      async (name) => (await cold.get(name)?.start()) ?? Number.NaN,
    )
    for (const { close } of cold.values()) close()
    const sizes = new Map(ROUTES.map((route) => [route, eagerBytes(BUILD, route)]))
    const homeKb = (sizes.get('index.tsx') ?? Number.NaN) / 1000
    const middle = (name: string, field: keyof Audit) => median((audits.get(name) ?? []).map((one) => one[field]))
    const homeLcp = middle(`home${APPLIED}`, 'lcp')
    const scriptKb = middle('home', 'scriptBytes') / 1000
    const rows: Row[] = [
      check('eager JS', 'home, eager, brotli', homeKb, 130, 'KB'),
      check('all JS before the first tap', 'home, as served', scriptKb, 190, 'KB'),
      check(
        'all JS before the first tap',
        'home ÷ Hi.Events (243 KB, measured elsewhere)',
        scriptKb / HI_EVENTS_JS_KB,
        0.8,
        '×',
      ),
      atMost('LCP', 'home ÷ React floor', ratioOf(lcp, `home${APPLIED}`, `floor${APPLIED}`), 0.7),
      atMost('LCP', 'login ÷ React floor', ratioOf(lcp, `login${APPLIED}`, `floor${APPLIED}`), 1),
      check('LCP', 'home ÷ Phanpy (4,000 ms, measured elsewhere)', homeLcp / PHANPY_LCP_MS, 0.35, '×'),
      check('TBT', 'home', middle(`home${APPLIED}`, 'tbt'), 150, 'ms'),
      ...SCORES.flatMap(([name, performance, whole]) => [
        atLeast('performance', name, middle(name, 'performance'), performance),
        ...whole.map((field) => atLeast(field, name, middle(name, field), 100)),
      ]),
      {
        ...atMost('offline reload to the list', SLOW, ratioOf(reloads, 'list', 'floor'), 3.5),
        note: `${figure(middleOf(reloads, 'list'))} ms, floor ${figure(middleOf(reloads, 'floor'))} ms`,
      },
      {
        ...atMost('offline cold start to details', COLD, ratioOf(starts, 'details', 'floor'), 2),
        note: `${figure(middleOf(starts, 'details'))} ms, floor ${figure(middleOf(starts, 'floor'))} ms`,
      },
      {
        ...atMost('offline cold start to an event never opened', COLD, ratioOf(starts, 'unopened', 'floor'), 2),
        note: `${figure(middleOf(starts, 'unopened'))} ms`,
      },
    ]
    const fields = [
      'performance',
      'accessibility',
      'bestPractices',
      'seo',
      'fcp',
      'lcp',
      'tbt',
      'cls',
      'scriptBytes',
    ] as const
    const figures: Figures[] = [
      {
        title: `Lighthouse mobile, median of ${rounds}`,
        head: ['page', ...fields],
        rows: [...urls.keys()].map((name) => [name, ...fields.map((field) => figure(middle(name, field)))]),
      },
      {
        title: 'Eager JavaScript by route (brotli bytes)',
        head: ['route', 'bytes'],
        rows: [...sizes, ['floor (React, router)', scriptBytes(floorFolder)], ['all chunks of the app', allBytes()]],
      },
    ]
    writeReport('page', rows, figures, NOTES)
  } finally {
    edge.close()
    floorEdge.close()
    closeFloor()
    closePictures()
    await worker.stop()
  }
}

const NOTES = [
  'Every page stands behind the same stand-in for the edge (brotli 4 on text). Lighthouse 13 with its mobile defaults: slow 4G, CPU ÷ 4, simulated, or applied to the browser. "home again" is the A/A twin; "list, signed in" is a second visit, as after a login.',
  'Hi.Events and Phanpy do not run here; their figures are of an earlier run on a comparable machine, so those two rows are ratios across machines.',
  '"Eager" is what the first paint waits for. "As served" and "scriptBytes" are all scripts that the page fetched while Lighthouse watched (until the network was quiet and the page idle, about 10 s), with their headers. The service worker’s own script, and what it fetches for offline use, are no requests of the page.',
]

function check(metric: string, workload: string, value: number, limit: number, unit: string): Row {
  return { metric, workload, measured: `${figure(value)} ${unit}`, target: `≤ ${limit} ${unit}`, holds: value <= limit }
}

function atMost(metric: string, workload: string, ratio: ReturnType<typeof ratioOf>, limit: number): Row {
  return { metric, workload, measured: ratioText(ratio), target: `≤ ${limit} ×`, holds: ratio.median <= limit }
}

function atLeast(metric: string, page: string, score: number, limit: number): Row {
  const [measured, target] = [figure(score), `≥ ${limit}`]
  return { metric, workload: `Lighthouse mobile, ${page}`, measured, target, holds: score >= limit }
}

function allBytes(): number {
  return readdirSync(BUILD).includes('assets') ? scriptBytes(BUILD) : 0
}
