import { DAY_MS } from '../contract/limits.ts'
import { Problem } from '../contract/problem.ts'
import { NoResponse } from '../web/calls/call-api.ts'
import type { AccountDb, OutboxRecord } from '../web/store/account-db.ts'
import { forgetAccount, type WipeChoice } from '../web/store/forget-account.ts'
import { enqueueOps } from '../web/store/outbox.ts'
import { PassEnded, type SyncWorld, syncPass } from '../web/sync/sync-pass.ts'
import { Device } from './device.ts'
import { checkDevice } from './device-checks/device-checks.ts'
import { makeEdit } from './edits/edits.ts'
import { resolveInboxItem } from './edits/settle.ts'
import type { EditWorld } from './edits/sight.ts'
import { heal } from './heal.ts'
import { Interleaver } from './interleaver.ts'
import { Network, never, type Racer, readRequest, type Variant } from './network.ts'
import { Oracle } from './oracle/oracle.ts'
import { Violation } from './oracle/violation.ts'
import { Server } from './server.ts'
import { calm, DEVICES, type PassPlan, type Plan, type Step } from './steps.ts'
import type { Stage } from './stories/stage.ts'
import { involved, playStory } from './stories/stories.ts'

const START = Date.UTC(2027, 2, 1)
/** No run may be longer than the 400 days that the server keeps op records. */
const LONGEST_RUN_MS = 380 * DAY_MS
const MOST_REQUESTS = 120
/** Sets the time that the worker and the app see. @param ms since the epoch */
export type SetClock = (ms: number) => void

/** One run: devices, server, network and time, and the oracle that checks them. */
export class Simulation {
  readonly oracle = new Oracle()
  readonly server = new Server(this.oracle)
  readonly stats = { requests: 0, passes: 0, logouts: 0, unsentAtRestore: 0 }
  readonly #devices = DEVICES.map((uid, index) => new Device(`${uid}-${index}`, uid))
  readonly #variant: Variant
  readonly #setClock: SetClock
  readonly #network: Network
  #violation: Violation | null = null
  #now = START
  #latest = START
  #count = 0
  #epochs = 0

  constructor(setClock: SetClock, pageRows: number | undefined, variant: Variant = {}) {
    this.#setClock = setClock
    this.#variant = variant
    const { oracle, server } = this
    this.#network = new Network({ oracle, server, variant, pageRows, watch: (check) => this.#watch(check) })
  }

  /**
   * Runs a plan.
   * @param restoreTo the database is restored at the end, to its state after this number of steps; undefined for never
   * @throws Violation of the first invariant that broke
   */
  async run({ steps }: Plan, restoreTo?: number): Promise<void> {
    this.#setClock(START)
    await this.server.empty()
    try {
      await this.#step({ do: 'edit', device: 0, kind: 'event.create', a: 0, b: 1 })
      await this.#step({ do: 'edit', device: 0, kind: 'event.create', a: 0, b: 2 })
      for (const device of [0, 1, 3]) await this.#step({ do: 'sync', pass: calm(device) })
      for (const step of steps.slice(0, restoreTo)) await this.#step(step)
      const backup = restoreTo === undefined ? null : await this.server.backUp()
      if (restoreTo !== undefined) for (const step of steps.slice(restoreTo)) await this.#step(step)
      for (const deliver of this.#network.late.splice(0)) await deliver()
      const known = this.#appliedOps()
      const unsent = backup ? await this.#unsentOps() : []
      this.stats.unsentAtRestore = unsent.length
      if (backup) await this.server.restore(backup, 'f'.repeat(16))
      await heal({
        devices: this.#devices,
        oracle: this.oracle,
        poisoned: this.#network.poisoned,
        latestNow: () => this.#latest,
        makeList: this.#variant.list,
        pass: (index) => this.#calmPass(index),
      })
      if (backup) await this.#checkNothingForgotten([...known, ...unsent])
    } finally {
      for (const device of this.#devices) device.close()
    }
  }

  async #step(step: Step): Promise<void> {
    await this.#do(step)
    for (const index of involved(step)) await this.#check(this.#device(index))
    if (this.#violation) throw this.#violation
  }

  async #do(step: Step): Promise<unknown> {
    const device = 'device' in step ? this.#device(step.device) : undefined
    switch (step.do) {
      case 'edit':
        return this.#edit(this.#device(step.device), step.kind, step.a, step.b)
      case 'settle':
        await resolveInboxItem(this.#device(step.device), step.a, step.b)
        return this.#capture(this.#device(step.device))
      case 'sync':
        return this.#pass(step.pass)
      case 'race':
        return this.#race(step)
      case 'tick':
        return this.#tick(step.ms)
      case 'skew':
        if (device) device.skewMs = step.ms
        return
      case 'snapshot':
        return device?.snapshot()
      case 'rollback':
        return device?.rollback()
      case 'evict':
        return device?.evict()
      case 'log out':
        return this.#logOut(this.#device(step.device), 'clean')
      case 'log out, keep':
        return this.#logOut(this.#device(step.device), 'keep')
      case 'deliver late':
        for (const deliver of this.#network.late.splice(0)) await deliver()
        return
      case 'epoch':
        this.#epochs += 1
        return this.server.changeEpoch(String(this.#epochs).padStart(16, '0'))
      case 'nightly':
        return this.server.nightly(this.#now)
      case 'hide':
        return this.server.hide(step.a)
      default:
        return playStory(this.#stage(), step)
    }
  }

  /**
   * Logs an account out and checks LOGOUT: the phone keeps all unsent ops and inbox items unless the user chose to
   * discard them, and keeps no other row of the account. Then the same account logs in again.
   */
  async #logOut(device: Device, choice: WipeChoice) {
    const { db } = device
    this.stats.logouts += 1
    device.isSignedIn = false
    const owed = async () => [
      ...(await db.outbox.filter(({ state }) => state !== 'settled').toArray()).map(({ opId }) => opId),
      ...(await db.inbox.toArray()).map(({ opId }) => opId),
    ]
    const before = await owed()
    await (this.#variant.logOut?.(device) ?? forgetAccount(db, choice))
    const after = new Set(await owed())
    // An emptied database shows no edits until the next pull, so INV-14 does not expect the applied ones.
    for (const made of device.made) made.landed ||= !after.has(made.op.opId)
    const lost = before.filter((opId) => !after.has(opId))
    if (lost.length > 0) this.#note(new Violation('LOGOUT', 'a logout lost what the user was owed', lost))
    const rows = await countRows(db)
    if (rows > 0) this.#note(new Violation('LOGOUT', 'a logout left rows of the account behind', rows))
  }

  /** The ops that a phone knows to be applied, with the phone. A draw is not sent again. */
  #appliedOps(): { opId: string; device: Device }[] {
    return this.#devices.flatMap((device) =>
      device.made
        .filter(
          ({ op, handled }) =>
            !handled && op.type !== 'marathon.draw' && device.delivered.get(op.opId)?.status === 'applied',
        )
        .map(({ op: { opId } }) => ({ opId, device })),
    )
  }

  /** The ops that wait on the phones. A draw that was applied is not sent again. */
  async #unsentOps(): Promise<{ opId: string; device: Device }[]> {
    const isOwed = ({ state, op }: OutboxRecord) => state !== 'settled' || op.type !== 'marathon.draw'
    const ofDevice = async (device: Device) =>
      (await device.db.outbox.filter(isOwed).toArray()).map(({ opId }) => ({ opId, device }))
    return (await Promise.all(this.#devices.map(ofDevice))).flat()
  }

  /**
   * INV-22: the restored database has decided every op again that a phone knew to be applied, and those that waited.
   */
  async #checkNothingForgotten(known: { opId: string; device: Device }[]) {
    const recorded = await this.server.recordedOps()
    for (const { opId, device } of known) {
      if (!recorded.has(opId)) throw new Violation('INV-22', `${device.name} did not send an op`, opId)
      const isRejected = device.delivered.get(opId)?.status === 'rejected'
      if (isRejected && !(await device.db.inbox.get(opId)))
        throw new Violation('INV-22', `${device.name} does not tell that an op is rejected now`, opId)
    }
  }

  #device(index: number): Device {
    return this.#devices[index % this.#devices.length] as Device
  }

  #tick(ms: number) {
    if (this.#now + ms - START <= LONGEST_RUN_MS) this.#wait(ms)
  }

  #wait(ms: number) {
    this.#now += ms
    this.#latest = Math.max(this.#latest, this.#now)
    this.#setClock(this.#now)
  }

  /** What a story does in this run. */
  #stage(): Stage {
    return {
      oracle: this.oracle,
      server: this.server,
      network: this.#network,
      device: (index) => this.#device(index),
      edit: (...edit) => this.#edit(...edit),
      queue: async (device, edits) => {
        await enqueueOps(device.db, edits)
        await this.#capture(device)
      },
      pass: (index, racer) => this.#pass(calm(index), racer),
      race: (indexes, choices, hot = null) =>
        this.#race({ do: 'race', passes: indexes.map(calm), choices, late: false, hot }),
      tick: (ms) => this.#tick(ms),
      note: (violation) => this.#note(violation),
    }
  }

  async #edit(device: Device, ...[kind, a, b]: NonNullable<PassPlan['meanwhile']>) {
    const world: EditWorld = {
      now: this.#now,
      oracle: this.oracle,
      poisoned: this.#network.poisoned,
      next: () => {
        this.#count += 1
        return this.#count
      },
    }
    await makeEdit(device, kind, a, b, world)
    await this.#variant.afterEdit?.(device)
    await this.#capture(device)
  }

  /** Adds new ops in the outbox to the device's and the oracle's lists. */
  async #capture(device: Device) {
    const known = new Map(device.made.map((made) => [made.op.opId, made]))
    for (const { op } of await device.db.outbox.orderBy('n').toArray()) {
      if (!known.has(op.opId)) device.made.push({ op: structuredClone(op), handled: false, landed: false })
      this.oracle.know(op, device.uid)
    }
  }

  async #race({ passes, choices, late, hot }: Extract<Step, { do: 'race' }>) {
    if (hot) for (const pass of passes) await this.#edit(this.#device(pass.device), ...hot)
    const interleaver = new Interleaver(choices)
    const racers = passes.map((pass, runner) => ({ pass, runner, interleaver }))
    for (const { runner } of racers) interleaver.enter(runner)
    const lateDelivery = late ? this.#network.late.shift() : undefined
    await Promise.all([...racers.map(({ pass, ...racer }) => this.#pass(pass, racer)), lateDelivery?.()])
  }

  async #pass(plan: PassPlan, racer?: Racer): Promise<unknown> {
    const device = this.#device(plan.device)
    this.stats.passes += 1
    device.writesLeft = plan.dieAfter < 0 ? null : plan.dieAfter
    const faults = [...plan.faults]
    let requests = 0
    let switchOff: () => void = () => {}
    const off = new Promise<'off'>((resolve) => {
      switchOff = () => resolve('off')
    })
    device.isSignedIn = true
    let isLoggedOut = false
    let logout: Promise<void> | undefined
    const world: SyncWorld = {
      now: () => this.#now + device.skewMs,
      isSignedIn: async () => device.isSignedIn,
      fetch: (async (_path: string, init: RequestInit) => {
        requests += 1
        if (requests > MOST_REQUESTS) {
          this.#note(new Violation('INV-5', 'a pass that does not end'))
          switchOff()
          return never()
        }
        this.stats.requests += 1
        const isFirst = requests === 1
        await this.#variant.beforeRequest?.(device, readRequest(init))
        // This checks between the pages of a pull. Before the first request, nothing has changed since the last step.
        if (!isFirst) await this.#check(device)
        const meanwhile = async () => {
          if (isFirst && plan.meanwhile) await this.#edit(device, ...plan.meanwhile)
          if (requests - 1 !== plan.logoutAt) return
          isLoggedOut = true
          device.isSignedIn = false
          if (plan.isWipeEarly) logout = this.#logOut(device, 'clean')
          await logout
        }
        return this.#network.exchange(init, { device, fault: faults.shift() ?? 'ok', racer, meanwhile, switchOff })
      }) as unknown as typeof fetch,
    }
    const pass = syncPass(device.db, world).catch((error: unknown) => error)
    const end = await Promise.race([pass, off])
    racer?.interleaver.leave(racer.runner)
    const hasDied = end === 'off' || device.died
    if (hasDied) {
      device.restart()
      // The phone may have died while it queued an edit of several ops. The ops that are on the disk will be sent.
      await this.#capture(device)
      await this.#variant.afterDeath?.(device)
    } else if (end instanceof Error && !isExpected(end)) {
      this.#note(end instanceof Violation ? end : new Violation('INV-13', `a pass broke: ${end.stack}`))
    }
    device.writesLeft = null
    if (isLoggedOut) {
      // A logout that was cut off is completed at the next start of the app.
      await logout?.catch(() => undefined)
      if (!plan.isWipeEarly || hasDied) await this.#logOut(device, 'clean')
      await this.#checkNothingCame(device)
    }
    await this.#variant.afterPass?.(device, end)
    // A phone may start over with the next pass, and then shows rows that came with this one.
    if (!hasDied && !(end instanceof Error)) await this.#check(device)
    return end
  }

  /** LOGOUT: a response that arrives after the logout is not written. */
  async #checkNothingCame({ db }: Device) {
    const rows = await countRows(db)
    if (rows > 0) this.#note(new Violation('LOGOUT', 'a pass wrote rows after the logout', rows))
  }

  async #calmPass(index: number): Promise<unknown> {
    const end = await this.#pass(calm(index))
    // The server asked to send the ops later, in this pass or in an earlier one.
    if (end instanceof Problem && end.code === 'RATE_LIMITED') this.#wait((end.retryAfterSeconds ?? 0) * 1000)
    await this.#check(this.#device(index))
    if (this.#violation) throw this.#violation
    return end
  }

  async #check(device: Device) {
    // After a restore the ops go a second time through the queue, which the checks between the steps do not expect.
    if (this.oracle.isRestored) return
    try {
      await checkDevice(device, this.oracle, this.#latest)
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      this.#note(error)
    }
  }

  /**
   * Runs a check and keeps its violation. Inside a request, a thrown violation would look like an error of the server.
   */
  #watch(check: () => void) {
    try {
      check()
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      this.#note(error)
    }
  }

  #note(violation: Violation) {
    this.#violation ??= violation
  }
}

/** The number of rows from the server on a phone. */
async function countRows(db: AccountDb): Promise<number> {
  const ofPoints = [db.checkIns, db.recordings, db.rulings, db.ownResults]
  const counts = [db.marathons, db.applications, ...ofPoints, db.staff, db.notices, db.withdrawn].map((table) =>
    table.count(),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** Errors that may end a pass: of the network, of the server, and of a logout. */
function isExpected(end: Error): boolean {
  return end instanceof Problem || end instanceof NoResponse || end instanceof PassEnded
}
