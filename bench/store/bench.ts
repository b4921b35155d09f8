import { createServer } from 'node:http'
import { join } from 'node:path'
import { openBrowser } from '../harness/browser.ts'
import { type Edge, startEdge } from '../harness/edge-proxy.ts'
import { type Figures, figure, type Row, ratioText, writeReport } from '../harness/report.ts'
import { inRounds, median, middleOf, ratioOf, type Series } from '../harness/rounds.ts'
import { buildPages, serveFolder } from '../page/build-floor.ts'
import { seedMarathon } from '../seed/rows.ts'

const PORTS = { pages: 8951, rows: 8952, edge: 8953 }
const FRAME_MS = 1000 / 60
const QUEUES = [10, 100, 1000, 10_000]

/** The bench of the phone's store, in Chromium without a network: Startline, a bare IndexedDB store, and PouchDB. */
export async function benchStore({ rounds, scale }: { rounds: number; scale: number }): Promise<void> {
  const [small, large] = [1000, Math.ceil(100_000 * Math.max(scale, 0.05))]
  const pages = await buildPages(join(import.meta.dirname, 'pages'), 'store', ['store'])
  const closePages = await serveFolder(pages, PORTS.pages)
  const rowServer = serveRows()
  const edge: Edge = await startEdge(`http://127.0.0.1:${PORTS.rows}`, PORTS.edge, `http://127.0.0.1:${PORTS.pages}`)
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error.message))
    await page.goto(`${edge.origin}/bench-pages/store.html`)
    await page.waitForFunction('globalThis.bench')
    const call = <T>(code: string) => page.evaluate(`bench.${code}`) as Promise<T>
    await call(`fill(${small})`)
    await call(`fill(${large})`)
    const firstLarge = await inRounds(rounds, ['startline', 'raw', 'pouchdb'], (name) =>
      call(`firstPage('${name}', ${large})`),
    )
    const sizes = await inRounds(rounds, [String(small), String(large)], (count) =>
      call(`firstPage('startline', ${count})`),
    )
    const writes: { saved: number; toData: number; toFrame: number }[] = []
    for (let round = 0; round < rounds + 5; round++) writes.push(await call(`writeToScreen(${large})`))
    const queues = await inRounds(rounds, QUEUES.map(String), (count) => call(`outbox(${count})`))
    report({ firstLarge, sizes, writes, queues, small, large })
  } finally {
    await browser.close()
    edge.close()
    rowServer.close()
    closePages()
  }
}

function serveRows() {
  const server = createServer((request, response) => {
    const count = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('count'))
    const now = Date.now()
    const rows = Array.from({ length: count }, (_, index) => {
      const {
        id,
        reg_start,
        reg_end,
        start_date,
        time_zone,
        created_at,
        owner_uid: _owner,
        ...rest
      } = seedMarathon(index, now)
      const times = { regStart: reg_start, regEnd: reg_end, startDate: start_date, createdAt: created_at }
      return { _id: id, ...rest, ...times, timeZone: time_zone, regCount: 0, ver: 1 }
    })
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(JSON.stringify(rows))
  })
  server.listen(PORTS.rows, '127.0.0.1')
  return server
}

interface Measured {
  firstLarge: Series
  sizes: Series
  writes: { saved: number; toData: number; toFrame: number }[]
  queues: Series
  small: number
  large: number
}

function report(m: Measured) {
  const row = (
    metric: string,
    workload: string,
    ratio: ReturnType<typeof ratioOf>,
    limit: number,
    of: string,
  ): Row => ({
    metric,
    workload,
    measured: ratioText(ratio),
    target: `≤ ${limit} × ${of}`,
    holds: ratio.median <= limit,
  })
  const toFrame = median(m.writes.map((write) => write.toFrame))
  const linear = ratioOf(m.queues, '10000', '1000')
  const rows: Row[] = [
    row('first page', `20 of ${m.large}`, ratioOf(m.firstLarge, 'startline', 'pouchdb'), 0.7, 'PouchDB'),
    row('first page', `20 of ${m.large}`, ratioOf(m.firstLarge, 'startline', 'raw'), 2, 'raw getAll'),
    row('first page', `${m.small} → ${m.large}`, ratioOf(m.sizes, String(m.large), String(m.small)), 1.5, 'of itself'),
    {
      metric: 'write to screen',
      workload: 'one edit, saved → frame of the live list',
      measured: `${figure(toFrame)} ms`,
      target: '≤ 1 frame (16.7 ms)',
      holds: toFrame <= FRAME_MS,
      note: `the save itself ${figure(median(m.writes.map((write) => write.saved)))} ms`,
    },
    {
      metric: 'outbox',
      workload: 'µs an op, 1,000 → 10,000',
      measured: ratioText(linear),
      target: 'within 15 %',
      holds: linear.median <= 1.15,
    },
  ]
  const names = [...m.firstLarge.keys()]
  const counts = QUEUES.map(String)
  const figures: Figures[] = [
    {
      title: 'First 20 in order, ms',
      head: ['rows', ...names],
      rows: [[m.large, ...names.map((name) => figure(middleOf(m.firstLarge, name)))]],
    },
    {
      title: 'Outbox, µs',
      head: ['queued', ...counts],
      rows: [['an op', ...counts.map((count) => figure(middleOf(m.queues, count)))]],
    },
  ]
  writeReport('store', rows, figures, NOTES)
}

const NOTES = [
  'Chromium, no network, strict durability as in the app. First page: median of 15 reads a round, "raw" is getAll(null, 21) of the same index, PouchDB its own primary order (its cheapest).',
  'Write to screen: from the moment the edit is on the disk to the frame in which the live list has it.',
]
