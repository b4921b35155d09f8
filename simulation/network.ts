import { hasForgotten, marathonIdOf } from '../contract/ops.ts'
import type { SyncRequest } from '../contract/sync.ts'
import { wireOf } from '../contract/testing/wire-of.ts'
import type { Device } from './device.ts'
import type { Trouble } from './half-broken.ts'
import type { Interleaver } from './interleaver.ts'
import type { MakeList } from './list-checks.ts'
import type { Oracle } from './oracle/oracle.ts'
import { readResponse, type SentRequest, type Server } from './server.ts'
import type { D1Hooks } from './sim-d1.ts'
import { DEVICES, type Fault } from './steps.ts'

/** A part with a seeded bug, to check that the oracle notices it. */
export interface Variant {
  d1?: Omit<D1Hooks, 'turn' | 'fault' | 'committed' | 'aborted' | 'pageRows' | 'knownSeq'>
  /** Changes a response between the network and the phone. */
  answer?: (text: string, device: Device) => Promise<string> | string
  request?: (request: SentRequest, cookieUid: string) => SentRequest
  /** These run on the phone: after an edit, after a pass, before each request, and after a crash. */
  afterEdit?: (device: Device) => Promise<void>
  afterPass?: (device: Device, end: unknown) => Promise<void>
  beforeRequest?: (device: Device, request: Pick<SyncRequest, 'ops'>) => Promise<void>
  afterDeath?: (device: Device) => Promise<void>
  /** Makes the lists of results in the end. */
  list?: MakeList
  /** Replaces what a logout does on the phone. @returns whether unsent ops or inbox items were kept */
  logOut?: (device: Device) => Promise<boolean>
}

/** A pass that races others. */
export interface Racer {
  runner: number
  interleaver: Interleaver
}

/** A request on its way: its device, its fault, and what happens at the same time. */
export interface Sending {
  device: Device
  fault: Fault
  racer: Racer | undefined
  /** Runs before the phone gets the response. */
  meanwhile: () => Promise<void>
  /** Ends the app on the phone. */
  switchOff: () => void
}

/** The parts of a run that the network needs. */
interface NetworkWorld {
  server: Server
  oracle: Oracle
  variant: Variant
  pageRows: number | undefined
  /** Runs a check whose violation must not look like an error of the server. */
  watch: (check: () => void) => void
}

/** The network between the phones and the worker, with its faults. */
export class Network {
  readonly late: (() => Promise<unknown>)[] = []
  /** Ids of ops for which every D1 call fails. */
  readonly poisoned = new Set<string>()
  /** The trouble of one phone. */
  trouble: { device: Device; what: Trouble } | null = null
  readonly #world: NetworkWorld

  constructor(world: NetworkWorld) {
    this.#world = world
  }

  /** What the hooks of a call without a fault are. */
  calmHooks(racer?: Racer): D1Hooks {
    return this.#hooks('ok', racer)
  }

  /** Sends one request and returns its response, with the fault of `sending`. @throws TypeError like fetch */
  async exchange(init: RequestInit, sending: Sending): Promise<Response> {
    const { device, fault, switchOff } = sending
    const { variant } = this.#world
    const off = () => {
      switchOff()
      return never()
    }
    const deliver = this.#deliverer(init, sending)
    for (const op of readRequest(init).ops) if (hasForgotten(op)) this.#world.oracle.forgotten.add(op.opId)
    switch (fault) {
      case 'drop':
        throw new TypeError('Failed to fetch')
      case 'crash before':
        return off()
      case 'portal':
        return new Response('<html>Log in to the airport</html>', { headers: { 'Content-Type': 'text/html' } })
      case 'broken':
        return new Response('<html>502</html>', { status: 502 })
      case 'late':
        this.late.push(() => deliver(undefined))
        throw new TypeError('Failed to fetch')
    }
    if (this.trouble?.device === device) {
      const failure = await this.#fail(this.trouble.what, init, sending)
      if (failure) return failure
    }
    let response = await deliver(sending.racer)
    if (fault === 'twice') response = await deliver(sending.racer)
    if (fault === 'twice, first answer') await deliver(sending.racer)
    await sending.meanwhile()
    if (fault === 'crash after') return off()
    if (fault === 'lose answer') throw new TypeError('network error')
    const text = await response.text()
    const given = (await variant.answer?.(text, device)) ?? text
    const body = await readResponse(new Response(given, response))
    for (const verdict of body?.results ?? []) device.delivered.set(verdict.opId, verdict)
    return new Response(given, { status: response.status, headers: response.headers })
  }

  /** What a request gets that meets the trouble; null where it passes. @throws an error like fetch */
  async #fail(trouble: Trouble, init: RequestInit, sending: Sending): Promise<Response | null> {
    const request = readRequest(init)
    const deliver = () => this.#deliverer(init, sending)(undefined)
    switch (trouble.how) {
      case 'half': {
        const when = trouble.next()
        if (when === 'after') await deliver()
        return when === 'none' ? null : new Response('<html>503</html>', { status: 503 })
      }
      case 'crowd': {
        if (!request.ops.some((op) => marathonIdOf(op) === trouble.marathonId)) return null
        // The worker decides none of them, and sends the page.
        const body = JSON.stringify({ ...request, ops: [] })
        const response = await this.#deliverer({ ...init, body }, sending)(undefined)
        const page = await readResponse(response)
        return page ? Response.json({ ...wireOf(page), halted: { code: 'UNAVAILABLE' } }) : response
      }
      case 'firewall':
        if (!request.ops.some(({ opId }) => opId === trouble.opId)) return null
        return new Response('<html>Blocked</html>', { status: 403, headers: { 'Content-Type': 'text/html' } })
      case 'slow line':
        if (Number(request.pageRows) <= trouble.rows) return null
        await deliver()
        throw Object.assign(new Error('late'), { name: 'TimeoutError' })
    }
  }

  /** Returns a function that delivers the request to the worker each time it is called. */
  #deliverer(init: RequestInit, { device, fault }: Sending) {
    const { server, oracle, variant, watch } = this.#world
    const body = init.body ?? ''
    const sent = { uid: device.uid, body, headers: init.headers as Record<string, string> }
    const other = DEVICES.find((uid) => uid !== device.uid) as string
    const cookieUid = fault === 'other cookie' ? other : device.uid
    const request = variant.request?.(sent, cookieUid) ?? sent
    return async (racer: Racer | undefined) => {
      const cookie = fault === 'no cookie' ? null : await server.cookie(cookieUid)
      const response = await server.sync(request, cookie, this.#hooks(fault, racer), fault === 'busy')
      const body = await readResponse(response)
      if (body && !variant.request) watch(() => oracle.answered(body, device.uid))
      return response
    }
  }

  #hooks(fault: Fault, racer: Racer | undefined): D1Hooks {
    const { variant, pageRows, oracle, watch } = this.#world
    let call = -1
    const [, failing, when] = /^d1 (\d) (before|after)$/.exec(fault) ?? []
    return {
      ...variant.d1,
      pageRows,
      ...(racer ? { turn: () => racer.interleaver.turn(racer.runner) } : {}),
      fault: (params) => {
        call += 1
        const sent = params.filter((param) => typeof param === 'string').join('\n')
        if ([...this.poisoned].some((opId) => sent.includes(opId))) return 'before'
        return failing === String(call) ? (when as 'before' | 'after') : undefined
      },
      committed: (tables) => watch(() => oracle.committed(tables)),
    }
  }
}

/** A request as the phone sends it. A compressed one is left as it is, and has no edits here. */
export function readRequest({ body }: RequestInit): Pick<SyncRequest, 'ops' | 'pageRows'> {
  return typeof body === 'string' ? JSON.parse(body) : { ops: [] }
}

/** A promise that never settles: a phone that was switched off gets no response. */
export function never(): Promise<never> {
  return new Promise(() => {})
}
