import { DAY_MS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { NoAnswer } from '../../web/sync/answer.ts'
import { type SyncWorld, syncPass } from '../../web/sync/sync-pass.ts'
import { Device } from './device.ts'
import { checkConverged, checkDevice } from './device-checks.ts'
import { type EditWorld, makeEdit, settleSomething } from './edits.ts'
import { Oracle, Violation } from './oracle.ts'
import { type Request1, readAnswer, Server } from './server.ts'
import type { D1Hooks } from './sim-d1.ts'
import { DEVICES, type Fault, type PassPlan, type Plan, type Step } from './steps.ts'
import { Turnstile } from './turnstile.ts'

const START = Date.UTC(2027, 2, 1)
/** Op records are kept 400 days; no run may outlive them. */
const LONGEST_RUN_MS = 380 * DAY_MS
const MOST_REQUESTS = 120
const MOST_PASSES = 60

/** A deliberately broken part, to see that the oracle notices. */
export interface Variant {
  d1?: Omit<D1Hooks, 'turn' | 'fault' | 'committed' | 'aborted' | 'pageRows' | 'knownSeq'>
  /** Between the network and the client. */
  answer?: (text: string, device: Device) => Promise<string> | string
  request?: (request: Request1, cookieUid: string) => Request1
  /** On the phone, after an edit, before and after a pass, and before each request. */
  afterEdit?: (device: Device) => Promise<void>
  afterPass?: (device: Device, end: unknown) => Promise<void>
  beforeRequest?: (device: Device) => Promise<void>
  afterDeath?: (device: Device) => Promise<void>
}

interface Racer {
  runner: number
  stile: Turnstile
}

/** Sets the clock that the worker and the client see. */
export type SetClock = (ms: number) => void

/** One run: devices, server, network and clock, and the oracle that watches them. */
export class Simulation {
  readonly oracle = new Oracle()
  readonly server = new Server(this.oracle)
  readonly stats = { requests: 0, passes: 0 }
  readonly #devices = DEVICES.map((uid, index) => new Device(`${uid}-${index}`, uid))
  readonly #variant: Variant
  readonly #setClock: SetClock
  readonly #late: (() => Promise<unknown>)[] = []
  readonly #poisoned = new Set<string>()
  #violation: Violation | null = null
  #now = START
  #latest = START
  #count = 0
  #epochs = 0
  #pageRows: number | undefined

  constructor(setClock: SetClock, variant: Variant = {}) {
    this.#setClock = setClock
    this.#variant = variant
  }

  /** @throws Violation of the first invariant that broke */
  async run(plan: Plan): Promise<void> {
    this.#pageRows = plan.pageRows
    this.#setClock(START)
    await this.server.empty()
    try {
      await this.#step({ do: 'edit', device: 0, kind: 'event.create', a: 0, b: 1 })
      await this.#step({ do: 'edit', device: 0, kind: 'event.create', a: 0, b: 2 })
      for (const device of [0, 1, 3]) await this.#step({ do: 'sync', pass: calm(device) })
      for (const step of plan.steps) await this.#step(step)
      await this.#heal()
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
        await settleSomething(this.#device(step.device), step.a, step.b)
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
      case 'keep only the queue':
        return Promise.all([device?.db.marathons.clear(), device?.db.applications.clear(), device?.db.sync.clear()])
      case 'deliver late':
        for (const deliver of this.#late.splice(0)) await deliver()
        return
      case 'epoch':
        this.#epochs += 1
        return this.server.changeEpoch(String(this.#epochs).padStart(16, '0'))
      case 'nightly':
        return this.server.nightly(this.#now)
    }
  }

  #device(index: number): Device {
    return this.#devices[index % this.#devices.length] as Device
  }

  #tick(ms: number) {
    if (this.#now + ms - START > LONGEST_RUN_MS) return
    this.#now += ms
    this.#latest = Math.max(this.#latest, this.#now)
    this.#setClock(this.#now)
  }

  async #edit(device: Device, ...[kind, a, b]: NonNullable<PassPlan['meanwhile']>) {
    const world: EditWorld = {
      now: this.#now,
      oracle: this.oracle,
      poisoned: this.#poisoned,
      next: () => {
        this.#count += 1
        return this.#count
      },
    }
    await makeEdit(device, kind, a, b, world)
    await this.#variant.afterEdit?.(device)
    await this.#capture(device)
  }

  /** Notes what the phone has queued. */
  async #capture(device: Device) {
    const known = new Map(device.made.map((made) => [made.op.opId, made]))
    for (const { op } of await device.db.outbox.orderBy('n').toArray()) {
      if (!known.has(op.opId)) device.made.push({ op: structuredClone(op), handled: false, landed: false })
      this.oracle.know(op, device.uid)
    }
  }

  async #race({ passes, choices, late, hot }: Extract<Step, { do: 'race' }>) {
    if (hot) for (const pass of passes) await this.#edit(this.#device(pass.device), ...hot)
    const stile = new Turnstile(choices)
    const racers = passes.map((pass, runner) => ({ pass, runner, stile }))
    for (const { runner } of racers) stile.enter(runner)
    const ghost = late ? this.#late.shift() : undefined
    await Promise.all([...racers.map(({ pass, ...racer }) => this.#pass(pass, racer)), ghost?.()])
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
    const world: SyncWorld = {
      now: () => this.#now + device.skewMs,
      fetch: (async (_path: string, init: RequestInit) => {
        requests += 1
        if (requests > MOST_REQUESTS) {
          this.#note(new Violation('INV-5', 'a pass that does not end'))
          switchOff()
          return never()
        }
        const meanwhile = requests === 1 ? plan.meanwhile : null
        return this.#exchange(device, init, faults.shift() ?? 'ok', meanwhile, switchOff, requests === 1, racer)
      }) as unknown as typeof fetch,
    }
    const pass = syncPass(device.db, world).catch((error: unknown) => error)
    const end = await Promise.race([pass, off])
    racer?.stile.leave(racer.runner)
    if (end === 'off' || device.died) {
      device.restart()
      await this.#variant.afterDeath?.(device)
    } else if (end instanceof Error && !(end instanceof Problem) && !(end instanceof NoAnswer)) {
      this.#note(end instanceof Violation ? end : new Violation('INV-13', `a pass broke: ${end.stack}`))
    }
    device.writesLeft = null
    await this.#variant.afterPass?.(device, end)
    return end
  }

  /** One request and its answer, with what goes wrong on the way. */
  async #exchange(
    device: Device,
    init: RequestInit,
    fault: Fault,
    meanwhile: PassPlan['meanwhile'],
    switchOff: () => void,
    isFirst: boolean,
    racer?: Racer,
  ): Promise<Response> {
    this.stats.requests += 1
    await this.#variant.beforeRequest?.(device)
    // Between the pages of a pull; before the first request nothing has changed since the last step.
    if (!isFirst) await this.#check(device)
    const sent = { uid: device.uid, body: init.body ?? '', headers: init.headers as Record<string, string> }
    const cookieUid = fault === 'other cookie' ? DEVICES[(DEVICES.indexOf(device.uid as never) + 1) % 4] : device.uid
    const request = this.#variant.request?.(sent, cookieUid ?? '') ?? sent
    const deliver = async (runner = racer) => {
      const cookie = fault === 'no cookie' ? null : await this.server.cookie(cookieUid ?? '')
      const response = await this.server.sync(request, cookie, this.#hooks(fault, runner), fault === 'busy')
      const answer = await readAnswer(response)
      if (answer && !this.#variant.request) this.#watch(() => this.oracle.answered(answer, device.uid))
      return response
    }
    const off = () => {
      switchOff()
      return never()
    }
    if (fault === 'drop') throw new TypeError('Failed to fetch')
    if (fault === 'crash before') return off()
    if (fault === 'portal')
      return new Response('<html>Log in to the airport</html>', { headers: { 'Content-Type': 'text/html' } })
    if (fault === 'broken') return new Response('<html>502</html>', { status: 502 })
    if (fault === 'late') {
      this.#late.push(() => deliver(undefined))
      throw new TypeError('Failed to fetch')
    }
    let response = await deliver()
    if (fault === 'twice') response = await deliver()
    if (fault === 'twice, first answer') await deliver()
    if (meanwhile) await this.#edit(device, ...meanwhile)
    if (fault === 'crash after') return off()
    if (fault === 'lose answer') throw new TypeError('network error')
    const text = await response.text()
    const given = (await this.#variant.answer?.(text, device)) ?? text
    const answer = await readAnswer(new Response(given, response))
    for (const verdict of answer?.results ?? []) device.delivered.set(verdict.opId, verdict)
    return new Response(given, { status: response.status, headers: response.headers })
  }

  #hooks(fault: Fault, racer?: Racer): D1Hooks {
    let call = -1
    const [, failing, when] = /^d1 (\d) (before|after)$/.exec(fault) ?? []
    return {
      ...this.#variant.d1,
      pageRows: this.#pageRows,
      ...(racer ? { turn: () => racer.stile.turn(racer.runner) } : {}),
      fault: (params) => {
        call += 1
        const sent = params.filter((param) => typeof param === 'string').join('\n')
        if ([...this.#poisoned].some((opId) => sent.includes(opId))) return 'before'
        return failing === String(call) ? (when as 'before' | 'after') : undefined
      },
      committed: (tables) => this.#watch(() => this.oracle.committed(tables)),
    }
  }

  async #check(device: Device) {
    try {
      await checkDevice(device, this.oracle, this.#latest)
    } catch (error) {
      if (!(error instanceof Violation)) throw error
      this.#note(error)
    }
  }

  /** Notes what a check throws: within a request it would be taken for a failure of the server. */
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

  /** The network heals: everything must be sent, and every phone must show what the server has. */
  async #heal() {
    for (const deliver of this.#late.splice(0)) await deliver()
    for (const [index, device] of this.#devices.entries()) await this.#drainBesidePoison(index, device)
    this.#poisoned.clear()
    for (const device of this.#devices) {
      await device.db.outbox.toCollection().modify((record) => {
        record.op.v = 1
        if (record.state === 'parked') record.state = 'waiting'
      })
      device.made = device.made.map((made) => ({ ...made, op: { ...made.op, v: 1 } }))
      for (const { op } of device.made)
        if (this.oracle.book.has(op.opId)) this.oracle.book.set(op.opId, { op, uid: device.uid })
    }
    for (const round of [0, 1]) {
      for (const [index, device] of this.#devices.entries()) {
        let end: unknown = null
        for (let pass = 0; pass < MOST_PASSES && end !== 'done' && !this.#violation; pass++) {
          end = await this.#pass(calm(index))
        }
        await this.#check(device)
        if (end !== 'done') this.#note(new Violation('INV-5', `${device.name} ends with ${end} in round ${round}`))
        if (this.#violation) throw this.#violation
      }
    }
    for (const device of this.#devices) await checkConverged(device, this.oracle, this.#latest, new Set())
    if (this.#violation) throw this.#violation
  }

  /** INV-13: with a poisoned op still in a queue, all that does not depend on it must pass. */
  async #drainBesidePoison(index: number, device: Device) {
    const queued = await device.db.outbox.orderBy('n').toArray()
    const poison = queued.filter((record) => this.#poisoned.has(record.opId))
    if (poison.length === 0 || queued.some((record) => record.op.v !== 1)) return
    const others = async () => {
      const held = new Set(poison.map((record) => record.target))
      const waiting = (await device.db.outbox.orderBy('n').toArray()).filter((record) => record.state === 'waiting')
      // What rests on the poisoned op, and what rests on that, may wait with it.
      return waiting.filter(({ target, op }) => {
        const rests = held.has(target) || held.has(`marathon:${op.patch.marathonId}`)
        if (rests) held.add(target)
        return !rests
      })
    }
    for (let pass = 0; pass < MOST_PASSES && (await others()).length > 0; pass++) {
      await this.#pass(calm(index))
      if (this.#violation) throw this.#violation
    }
    const stuck = await others()
    if (stuck.length > 0) throw new Violation('INV-13', 'a poisoned op holds up others', stuck)
  }
}

function involved(step: Step): number[] {
  if (step.do === 'sync') return [step.pass.device]
  if (step.do === 'race') return step.passes.map((pass) => pass.device)
  return 'device' in step ? [step.device] : []
}

function calm(device: number): PassPlan {
  return { device, faults: [], dieAfter: -1, meanwhile: null }
}

/** A phone that was switched off gets no answer. */
function never(): Promise<never> {
  return new Promise(() => {})
}
