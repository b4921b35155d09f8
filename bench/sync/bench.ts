import { join } from 'node:path'
import { openBrowser } from '../harness/browser.ts'
import { type Figures, figure, type Row, ratioText, writeReport } from '../harness/report.ts'
import { inRounds, median, middleOf, ratioOf, type Series } from '../harness/rounds.ts'
import { buildPages, serveFolder } from '../page/build-floor.ts'
import { Phone, type Remote, startRemotes } from './phones.ts'

const PAGES_PORT = 8900
const ROWS = 10_000
const EDITS = 1000
/** Subjects with fewer rounds: one takes minutes, and the subject is so much slower that noise does not matter. */
const FEWER_ROUNDS: Record<string, number> = { pouchdb: 1 }
const GROWN = [1000, 100_000]
/** The shaped network: seconds of a round trip, and bytes a second. */
const ROUND_TRIP_S = 0.15
const BYTES_A_SECOND = 1.6e6 / 8
/** One round trip, and 80 ms for the bytes and the phone. */
const DELTA_LIMIT_S = ROUND_TRIP_S + 0.08
const ENTRANTS = 50_000
const FEWER_ENTRANTS = 5000
const CPU_SLOWDOWN = 4
const MAX_FLUSH_REQUESTS = Math.ceil(EDITS / 500)

/** The bench of sync: Startline, RxDB, PouchDB and a bare fetch in Chromium with 150 ms and 1.6 / 0.75 Mbit/s. */
export async function benchSync({ rounds, scale }: { rounds: number; scale: number }): Promise<void> {
  const rowCount = Math.ceil(ROWS * Math.max(scale, 0.1))
  const pages = await buildPages(join(import.meta.dirname, 'pages'), 'sync', ['startline', 'raw', 'rxdb', 'pouchdb'])
  const closePages = await serveFolder(pages, PAGES_PORT)
  const ports = { from: PAGES_PORT + 1 }
  const fleet = await startRemotes(rowCount, ports, `http://127.0.0.1:${PAGES_PORT}`)
  const remotes = new Map<string, Remote>()
  const browser = await openBrowser()
  const delta: Series = new Map()
  const flush: Series = new Map()
  const requests = new Map<string, number>()
  const bytes: Series = new Map()
  try {
    const ours = await fleet.ours()
    remotes.set('startline', ours).set('startline twin', ours)
    for (const [name, remote] of Object.entries(await fleet.rxdb())) remotes.set(name, remote)
    remotes.set('pouchdb', await fleet.pouchdb())
    const first = await inRounds(rounds, [...remotes.keys()], async (name, round) => {
      if (round >= (FEWER_ROUNDS[name] ?? rounds)) return Number.NaN
      const remote = remotes.get(name) as Remote
      const phone = await Phone.open(browser, remote)
      try {
        const { seconds, bytes: received } = await phone.sync()
        push(bytes, name, received)
        const count = await phone.count()
        if (count < rowCount) throw new Error(`only ${count} rows arrived`)
        if (name === 'raw') return seconds
        await remote.touch()
        push(delta, name, (await phone.sync()).seconds)
        await phone.edit(Math.min(EDITS, rowCount))
        const flushed = await phone.sync()
        push(flush, name, flushed.seconds)
        requests.set(name, flushed.requests)
        console.error(`  ${name}: ${figure(seconds)} s, ${flushed.requests} requests`)
        return seconds
      } finally {
        await phone.close()
      }
    })
    const grown = await deltaByRows(rounds, scale, ports)
    const entrants = await syncEntrants(rounds, scale, ports)
    report({ first, bytes, delta, flush, requests, grown, entrants })
  } finally {
    await browser.close()
    await fleet.stop()
    closePages()
  }
}

function push(series: Series, name: string, value: number) {
  series.set(name, [...(series.get(name) ?? []), value])
}

/** Measures a delta of 100 rows on phones with few and with many rows. All rounds use the same phones. */
async function deltaByRows(rounds: number, scale: number, ports: { from: number }): Promise<Series> {
  const browser = await openBrowser()
  const fleets: { stop(): Promise<void> }[] = []
  const phones = new Map<string, { phone: Phone; remote: Remote }>()
  try {
    for (const rows of GROWN) {
      const fleet = await startRemotes(Math.ceil(rows * Math.max(scale, 0.1)), ports, `http://127.0.0.1:${PAGES_PORT}`)
      fleets.push(fleet)
      const remote = await fleet.ours()
      const phone = await Phone.open(browser, remote)
      await phone.sync({ shaped: false })
      phones.set(String(rows), { phone, remote })
    }
    return await inRounds(rounds, [...phones.keys()], async (rows) => {
      const { phone, remote } = phones.get(rows) as { phone: Phone; remote: Remote }
      await remote.touch()
      return (await phone.sync()).seconds
    })
  } finally {
    await browser.close()
    for (const fleet of fleets) await fleet.stop()
  }
}

/** The first sync of an organiser with many entrants. All values are ratios. */
interface Entrants {
  /** The time on a slow phone, divided by the time that the bytes and one round trip take. */
  toWire: number[]
  /** The live heap, divided by that with a tenth of the entrants. */
  heap: number[]
  bytes: number
}

async function syncEntrants(rounds: number, scale: number, ports: { from: number }): Promise<Entrants> {
  const browser = await openBrowser()
  const fleets: { stop(): Promise<void> }[] = []
  const start = async (count: number) => {
    const entrants = Math.ceil(count * Math.max(scale, 0.1))
    const fleet = await startRemotes(1, ports, `http://127.0.0.1:${PAGES_PORT}`, entrants)
    fleets.push(fleet)
    return { entrants, remote: await fleet.ours() }
  }
  const onNewPhone = async <T>(remote: Remote, run: (phone: Phone) => Promise<T>): Promise<T> => {
    const phone = await Phone.open(browser, remote)
    return run(phone).finally(() => phone.close())
  }
  try {
    const [many, fewer] = [await start(ENTRANTS), await start(FEWER_ENTRANTS)]
    const measured: Entrants = { toWire: [], heap: [], bytes: 0 }
    for (let round = 0; round < rounds; round++) {
      await onNewPhone(many.remote, async (phone) => {
        await phone.slowDown(CPU_SLOWDOWN)
        const { seconds, bytes } = await phone.sync()
        if ((await phone.count(true)) < many.entrants) throw new Error('entrants are missing')
        measured.toWire.push(seconds / (ROUND_TRIP_S + bytes / BYTES_A_SECOND))
        measured.bytes = bytes
        console.error(`  ${many.entrants} entrants: ${figure(seconds)} s, ${bytes} bytes`)
      })
      const heapOf = ({ remote }: { remote: Remote }) => onNewPhone(remote, (phone) => phone.heapOfSync())
      measured.heap.push((await heapOf(many)) / (await heapOf(fewer)))
    }
    return measured
  } finally {
    await browser.close()
    for (const fleet of fleets) await fleet.stop()
  }
}

interface Measured {
  first: Series
  bytes: Series
  delta: Series
  flush: Series
  requests: Map<string, number>
  grown: Series
  entrants: Entrants
}

function report({ first, bytes, delta, flush, requests, grown, entrants }: Measured) {
  const ratio = (metric: string, workload: string, series: Series, against: string, limit: number): Row => {
    const value = ratioOf(series, 'startline', against)
    return {
      metric,
      workload,
      measured: ratioText(value),
      target: `≤ ${limit} × ${against}`,
      holds: value.median <= limit,
    }
  }
  const growth = ratioOf(grown, '100000', '1000')
  const deltaSeconds = middleOf(delta, 'startline')
  const flushRequests = requests.get('startline') ?? Number.NaN
  const rows: Row[] = [
    ratio('first sync', '10,000 rows, shaped', first, 'rxdb', 0.7),
    ratio('first sync', '10,000 rows, shaped', first, 'pouchdb', 0.25),
    ratio('first sync', '10,000 rows, shaped', first, 'raw', 1),
    ratio('wire bytes', 'first 10,000 rows', bytes, 'raw', 0.7),
    {
      metric: 'first sync',
      workload: '50,000 entrants, shaped, 4 × CPU slowdown',
      measured: figure(median(entrants.toWire)),
      target: '≤ 1.2 × the wire',
      holds: median(entrants.toWire) <= 1.2,
    },
    {
      metric: 'live heap',
      workload: '5,000 → 50,000 entrants',
      measured: figure(median(entrants.heap)),
      target: '≤ 1.5 ×',
      holds: median(entrants.heap) <= 1.5,
    },
    ratio('delta', '100 of 10,000', delta, 'rxdb', 1),
    ratio('delta', '100 of 10,000', delta, 'pouchdb', 0.25),
    {
      metric: 'delta',
      workload: '100 of 1e3 → 1e5',
      measured: ratioText(growth),
      target: '≤ 1.15 ×',
      holds: growth.median <= 1.15,
    },
    {
      metric: 'delta',
      workload: '100 of 10,000',
      measured: `${figure(deltaSeconds * 1000)} ms`,
      target: '≤ 1 round trip + 80 ms (230 ms)',
      holds: deltaSeconds <= DELTA_LIMIT_S,
    },
    ratio('flush', '1,000 queued, shaped', flush, 'rxdb', 0.15),
    ratio('flush', '1,000 queued, shaped', flush, 'pouchdb', 0.1),
    {
      metric: 'flush',
      workload: '1,000 queued',
      measured: `${flushRequests} requests`,
      target: `≤ ceil(n / 500) = ${MAX_FLUSH_REQUESTS}`,
      holds: flushRequests <= MAX_FLUSH_REQUESTS,
    },
  ]
  const names = [...first.keys()]
  const figures: Figures[] = [
    {
      title: 'Seconds, bytes and requests',
      head: ['', ...names],
      rows: [
        ['first 10,000 rows', ...names.map((name) => figure(middleOf(first, name)))],
        ['bytes of these', ...names.map((name) => middleOf(bytes, name))],
        ['delta of 100', ...names.map((name) => figure(middleOf(delta, name)))],
        ['flush of 1,000', ...names.map((name) => figure(middleOf(flush, name)))],
        ['rounds', ...names.map((name) => (first.get(name) ?? []).filter((value) => !Number.isNaN(value)).length)],
        ['requests of the flush', ...names.map((name) => requests.get(name) ?? '')],
        ['A/A, first', ratioText(ratioOf(first, 'startline twin', 'startline')), ...names.slice(1).map(() => '')],
      ],
    },
    {
      title: 'Delta of 100 by rows on the phone, s',
      head: [...grown.keys()],
      rows: [[...grown.keys()].map((rows) => figure(middleOf(grown, rows)))],
    },
  ]
  writeReport('sync', rows, figures, NOTES)
}

const NOTES = [
  'Chromium’s own network emulation (150 ms, 1.6 Mbit/s down, 0.75 up), all behind the same stand-in for the edge that compresses text (brotli 4). A new browser profile for every subject in every round.',
  'Ours: the app’s own sync pass, outbox and database over the built worker. RxDB 17 and PouchDB 9 are tuned, which is faster than their defaults. RxDB: Dexie storage, its HTTP replication in batches of 1,000 / 500. PouchDB: CouchDB replication from express-pouchdb over memory in batches of 1,000, ten at once, with the `indexeddb` adapter.',
  '"The wire" is the time that the bytes of the responses take at 1.6 Mbit/s, and one round trip. Bytes are those of the compressed bodies.',
  '"raw" is one request for all rows and one IndexedDB transaction: no pages, no cursor, nothing that could go on after a lost connection.',
]
