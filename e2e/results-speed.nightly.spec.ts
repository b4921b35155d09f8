/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test'
import { raceOf } from '../simulation/races/race.ts'
import { newId } from '../web/store/new-id.ts'
import { createAccount } from './support/account.ts'
import { FIXED_WORK_MS, fixedWork, measureCpu, median, REST_MS, SLOWDOWN } from './support/cpu-cost.ts'
import { wakeSync } from './support/edits.ts'
import { logInAndSync, type Phone, startPhone } from './support/phone.ts'

type Row = Record<string, unknown>

// The list of results of a large race at a quarter of the CPU (e2e/support/cpu-cost): four phones at two points.

const ENTRANTS = 5000
const ROUNDS = 3
const CROSSINGS = 12
// The goal is 1,000 and 100, and is not reached: these only keep what there is.
const MAX_FIRST_MS = 1500
const MAX_ONE_MORE_MS = 200

let phone: Phone
test.setTimeout(300_000)
test.beforeEach(async () => {
  phone = await startPhone()
})
test.afterEach(() => phone.close())

const GUN = raceOf(1, 1).gun

/**
 * What four phones recorded. Ids sort by time, as those of phones do. `late`: of the last runners at the finish, what one
 * phone records of them later.
 */
function recorded(marathonId: string) {
  const base = { marathonId, by: 'Tina Timer', of: null, accuracy: null, voidedAt: null, confirmed: true, ver: 1 }
  const rows: Row[] = []
  const late: Row[] = []
  for (const [seed, point] of [
    [5, 'finish'],
    [1003, 'Half'],
  ] as const) {
    const race = raceOf(seed, ENTRANTS)
    const last = new Set(
      [...race.truth]
        .sort(([, a], [, b]) => b - a)
        .slice(0, 2 * CROSSINGS)
        .map(([bib]) => bib),
    )
    const clocks = point === 'finish' ? ['phone-0', 'phone-1', 'phone-2'] : ['phone-0']
    for (const { clock, tick, origin, error } of race.samples) {
      if (!clocks.includes(clock)) continue
      const at = new Date(origin + tick).toISOString()
      const rounded = { tick: Math.round(tick), accuracy: Math.round(error) }
      rows.push({
        ...base,
        ...rounded,
        _id: newId(origin + tick),
        kind: 'clock',
        point,
        how: 'tap',
        clock: `${point}-${clock}`,
        at,
        bib: null,
      })
    }
    for (const { id, kind, how, clock, tick, at, bib } of race.recordings) {
      if (!clocks.includes(clock) || (point === 'Half' && kind === 'gun')) continue
      const _id = newId(at)
      const row = {
        ...base,
        _id,
        kind,
        point: kind === 'gun' ? 'start' : point,
        how,
        clock: `${point}-${clock}`,
        tick,
        at: new Date(at).toISOString(),
        bib: bib || null,
      }
      const whose = race.whose.get(id) ?? ''
      if (point === 'finish' && last.has(whose)) {
        if (clock === 'phone-0') late.push({ ...row, bib: whose })
        continue
      }
      // In one of three, the bib comes later.
      if (clock !== 'phone-1' || how !== 'bib') rows.push(row)
      else rows.push({ ...row, bib: null }, ...(bib === '' ? [] : [{ ...row, _id: newId(at), kind: 'bib', of: _id }]))
    }
  }
  return { rows: rows.map((row) => ({ ...row, gen: 0 })), late: late.sort((a, b) => Number(a.tick) - Number(b.tick)) }
}

/** Puts rows into the phone's storage, as a pull would. */
async function put(page: Page, uid: string, tables: Record<string, object[]>): Promise<void> {
  await page.evaluate(
    async ({ uid, tables }) => {
      const opening = indexedDB.open(`startline-account-${uid}`)
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      const change = db.transaction(Object.keys(tables), 'readwrite')
      for (const [table, rows] of Object.entries(tables)) for (const row of rows) change.objectStore(table).put(row)
      await new Promise<void>((resolve, reject) => {
        change.oncomplete = () => resolve()
        change.onerror = () => reject(change.error)
      })
      db.close()
    },
    { uid, tables },
  )
}

/** Entrants who are here, and their check-ins. */
function people(marathonId: string) {
  const names = ['Ana', 'Ben', 'Cem', 'Dora', 'Emil', 'Fatma', 'Gus', 'Hanna', 'Ivo', 'Jana', 'Karl', 'Lea']
  const applications = Array.from({ length: ENTRANTS }, (_, index) => {
    const firstName = `${names[index % names.length]}${Math.floor(index / 1000)}`
    return {
      ...{
        _id: `entry-${String(index).padStart(5, '0')}`,
        marathonId,
        title: 'Large run',
        location: 'Town',
        description: 'A loop.',
      },
      ...{ startDate: new Date(GUN).toISOString(), image: 'https://example.com/a.jpg', additionalInfo: '' },
      ...{ firstName, lastName: `${names[(index * 7) % names.length]}sen`, phoneNumber: `+49 30 ${100_000 + index}` },
      ...{ email: `${firstName}.${index}@example.com`, createdAt: new Date(1_790_000_000_000 + index).toISOString() },
      ...{
        status: 'registered',
        promotedAt: null,
        bib: String(index + 101),
        code: `C${index}`,
        ver: 1,
        mine: false,
        own: 0,
        gen: 0,
      },
    }
  })
  const checkIns = applications.map(({ _id }, index) => ({
    ...{
      _id: `scan-${index}`,
      marathonId,
      applicationId: _id,
      gate: 'A',
      at: new Date(GUN - 3_600_000 + index).toISOString(),
    },
    ...{ by: 'Greta Gate', voidedAt: null, confirmed: true, ver: 1, first: 1, gen: 0 },
  }))
  return { applications, checkIns }
}

test(`20,000 recordings are listed in ${MAX_FIRST_MS} ms, one more added in ${MAX_ONE_MORE_MS}`, async ({
  baseURL,
}) => {
  const origin = baseURL as string
  const organiser = await createAccount(origin, 'Olga Organiser')
  const marathon = await organiser.createMarathon({
    title: 'Large run',
    splits: '["Half"]',
    startDate: new Date(GUN).toISOString(),
  })
  const { page } = phone
  await logInAndSync(page, origin, organiser.email)
  const race = recorded(marathon._id)
  await put(page, organiser.uid, { ...people(marathon._id), recordings: race.rows })
  const { session, cost } = await measureCpu(page)
  const pull = await answerPulls(page)
  await page.goto(`${origin}/dashboard/myMarathons/${marathon._id}`)
  const door = page.locator(`a[href$="/${marathon._id}/results"]`).first()
  /** Another phone's recording arrives. @returns ms from the disk to the screen */
  const arrive = async (row: Row) => {
    pull.rows = [row]
    const shown = page.evaluate(oneMoreMs)
    await wakeSync(page)
    return shown
  }
  const first: number[] = []
  const fixed: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await page.goBack()
    await door.waitFor()
    fixed.push(await cost(() => page.evaluate(fixedWork)))
    first.push(await cost(() => page.evaluate(firstMs, marathon._id)))
  }
  await page.getByRole('radio', { name: /^Finished/ }).check({ force: true })
  const nothing: number[] = []
  const more: number[] = []
  for (const row of race.late.slice(0, CROSSINGS)) {
    nothing.push(
      await cost(async () => {
        const over = pull.isOver()
        await wakeSync(page)
        await over
      }),
    )
    more.push(await cost(() => arrive(row)))
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const clock: number[] = []
  for (const row of race.late.slice(CROSSINGS)) {
    await page.waitForTimeout(REST_MS)
    clock.push(await arrive(row))
  }
  const firstClock: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goBack()
    await door.waitFor()
    await page.waitForTimeout(1000)
    firstClock.push(await page.evaluate(firstMs, marathon._id))
  }
  // A pull without rows costs what the network costs.
  const found = more.map((ms) => Math.max(0, ms - median(nothing)))
  const slower = Math.max(1, Math.min(...fixed) / FIXED_WORK_MS)
  const told = (values: number[]) => `median ${median(values).toFixed(0)} ms, worst ${Math.max(...values).toFixed(0)}`
  console.log(`results of ${ENTRANTS} entrants and ${race.rows.length} recordings at a quarter of the CPU`)
  console.log(
    `  CPU of the first list: ${told(first)}, least ${Math.min(...first).toFixed(0)}; of one more crossing: ${told(found)}`,
  )
  console.log(`  work that never changes: ${told(fixed)}, so the limits are ${slower.toFixed(2)} times as high`)
  console.log(
    `  by the clock: the first list ${told(firstClock)}; one more, from the disk to the screen, ${told(clock)}`,
  )
  expect(Math.min(...first)).toBeLessThan(MAX_FIRST_MS * slower)
  expect(median(found)).toBeLessThan(MAX_ONE_MORE_MS * slower)
})

/** Opens the list. @returns ms until it is painted */
function firstMs(id: string): Promise<number> {
  return new Promise((resolve) => {
    const from = performance.now()
    const look = () => {
      if (!document.querySelector('[data-chip="finished"]')) return false
      watcher.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
      return true
    }
    const watcher = new MutationObserver(look)
    watcher.observe(document.body, { subtree: true, childList: true })
    ;(document.querySelector(`a[href$="/${id}/results"]`) as HTMLElement).click()
  })
}

/** @returns ms from the next recording on the disk until it is counted on the screen */
function oneMoreMs(): Promise<number> {
  return new Promise((resolve) => {
    const chip = document.querySelector('[data-chip="finished"]') as Element
    let from = Number.NaN
    // Dexie tells what is on the disk.
    addEventListener(
      'x-storagemutated-1',
      () => {
        if (Number.isNaN(from)) from = performance.now()
      },
      { once: true },
    )
    const watcher = new MutationObserver(() => {
      watcher.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
    })
    watcher.observe(chip, { subtree: true, childList: true, characterData: true })
  })
}

/** Answers pulls with the recordings in `rows`. */
async function answerPulls(page: Page) {
  let pulls = 0
  const pull = {
    rows: [] as Row[],
    /** The next pull is over, and what it causes. */
    isOver: async () => {
      await page.waitForResponse('**/api/sync')
      await page.waitForTimeout(100)
    },
  }
  await page.route('**/api/sync', async (route) => {
    pulls += 1
    const { rows } = pull
    pull.rows = []
    const names = Object.keys(rows[0] ?? {})
    const columns =
      rows.length === 0
        ? {}
        : { recordings: Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) }
    const stand = { cursor: `pulled.${pulls}`, more: false, reset: false, minVersion: 1, halted: null }
    const serverTime = new Date().toISOString()
    await route.fulfill({ json: { results: [], notices: [], deleted: [], ...stand, serverTime, columns } })
  })
  return pull
}
