import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { randomFrom } from '../../scripts/local/random.ts'
import { installApp } from '../support/installed-phone.ts'
import { migrate, ownWorker, PRESENT } from '../support/own-worker.ts'
import { Crowd } from './crowd.ts'
import { Database } from './database.ts'
import type { Truth } from './finish-line.ts'
import { Person } from './person.ts'
import { Reached } from './reached.ts'
import { Report } from './report.ts'

const { REHEARSAL_SEED, REHEARSAL_APPLICANTS, REHEARSAL_PHONES } = process.env

/** The seed decides faults, and who does what. */
const seed = Number(REHEARSAL_SEED || Date.now() % 2 ** 31)
/** How many apply, how many places there are for them, and how many of them have a simulated phone. */
const applicants = Number(REHEARSAL_APPLICANTS || 2000)
/** The clock of each browser is wrong by up to so much. */
const MOST_SKEW_MS = 90_000
const sizes = { applicants, places: Math.round(applicants * 0.3), phones: Number(REHEARSAL_PHONES || 594) }

/** All who take part, and where it happens. */
export type Stage = Awaited<ReturnType<typeof openStage>>

/** Opens the stage: a worker with an empty database, the people with their phones, and the crowd. */
export async function openStage() {
  const told = Object.entries(sizes).map(([name, count]) => `REHEARSAL_${name.toUpperCase()}=${count}`)
  const report = new Report(`REHEARSAL_SEED=${seed} ${told.filter((one) => !one.includes('PLACES')).join(' ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'whole-race-'))
  migrate(folder)
  const worker = await ownWorker(folder)
  await worker.serve(PRESENT)
  const { origin } = worker
  const profile = join(folder, 'profile')
  await installApp(origin, profile)
  const place = { origin, profile, report }
  const random = randomFrom(seed)
  const clock = () => ({ skewMs: Math.round((2 * random() - 1) * MOST_SKEW_MS) })
  const [owner, organiser, gate, desk, timer, second] = await Promise.all([
    Person.arrives(place, 'Olga Owner', clock()),
    Person.arrives(place, 'Otto Organiser', { ...clock(), isDark: true }),
    Person.arrives(place, 'Gus Gate', clock()),
    Person.arrives(place, 'Dora Desk', { ...clock(), isDark: true }),
    Person.arrives(place, 'Tina Timer', clock()),
    Person.arrives(place, 'Tom Timer', { ...clock(), isDark: true }),
  ])
  const people = { owner, organiser, gate, desk, timer, second }
  const everybody = Object.values(people)
  const database = new Database(folder, report)
  const crowd = new Crowd(origin, random, report)
  const reached = await Reached.begins(origin, crowd)
  return {
    ...{ random, sizes, origin, report, people, everybody, database, crowd, reached },
    /** The id of the event, once it is made. */
    marathonId: '',
    title: 'Harbour Marathon',
    /** What really happens in the race, once it is run. */
    truth: { gun: 0, times: new Map(), whose: new Map() } as Truth,
    /** Lets days pass (`Database`). Whoever has a network hears of it; the crowd when it syncs. */
    async letPass(...to: Parameters<Database['letPass']>) {
      for (const person of everybody) person.mayBeRefused()
      database.letPass(...to)
      const start = database.value<string>('SELECT start_date FROM marathon')
      await Promise.all(everybody.map((person) => person.hasNetwork && person.hasHeardOf(start)))
    },
    /** Consoles stayed quiet, axe found nothing, nothing waits on any phone, and no edit is lost. */
    async endsWell() {
      const decided = database.rows<{ id: string }>('SELECT op_id AS id FROM op_record')
      await crowd.nothingIsLost(new Set(decided.map(({ id }) => id)))
      const met = Object.entries(crowd.network.met).map(([fault, count]) => `${fault} ${count}`)
      report.say(`requests of the crowd: ${met.join(', ')}; ${crowd.deaths} phones died while they wrote`)
      for (const person of everybody) await person.hasSentAll()
      reached.nobodyTwice()
      expect(
        everybody.flatMap(({ complaints }) => complaints),
        'what consoles and axe said',
      ).toEqual([])
      report.say(`axe looked at ${everybody.reduce((sum, { screens }) => sum + screens, 0)} screens`)
    },
    /** Keeps what every phone shows, for who looks for the cause of a failure. */
    async photograph() {
      for (const person of everybody) await person.page.screenshot({ path: join(report.folder, `${person.name}.png`) })
    },
    async close() {
      report.write()
      console.log(`the report is in ${report.folder}`)
      database.close()
      await Promise.all(everybody.map((person) => person.close()))
      await reached.close()
      await worker.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** The screens of the event for who works at it. */
export const screenOf = ({ marathonId }: Pick<Stage, 'marathonId'>, name = '') =>
  `/dashboard/myMarathons/${marathonId}${name && `/${name}`}`
