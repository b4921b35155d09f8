import type { Device } from './device.ts'
import type { Interleaver } from './interleaver.ts'
import type { Oracle } from './oracle.ts'
import { readAnswer, type SentRequest, type Server } from './server.ts'
import type { D1Hooks } from './sim-d1.ts'
import { DEVICES, type Fault } from './steps.ts'

/** A deliberately broken part, to see that the oracle notices. */
export interface Variant {
  d1?: Omit<D1Hooks, 'turn' | 'fault' | 'committed' | 'aborted' | 'pageRows' | 'knownSeq'>
  /** Between the network and the client. */
  answer?: (text: string, device: Device) => Promise<string> | string
  request?: (request: SentRequest, cookieUid: string) => SentRequest
  /** On the phone, after an edit, before and after a pass, and before each request. */
  afterEdit?: (device: Device) => Promise<void>
  afterPass?: (device: Device, end: unknown) => Promise<void>
  beforeRequest?: (device: Device) => Promise<void>
  afterDeath?: (device: Device) => Promise<void>
  /** In the place of what a logout does to the phone. */
  logOut?: (device: Device) => Promise<boolean>
}

/** A pass that races others. */
export interface Racer {
  runner: number
  interleaver: Interleaver
}

/** A request on its way: who sends it, what goes wrong, and what happens beside. */
export interface Sending {
  device: Device
  fault: Fault
  racer: Racer | undefined
  /** Happens before the answer is given. */
  meanwhile: () => Promise<void>
  /** Ends the phone. */
  switchOff: () => void
}

/** What the network needs of the run. */
interface NetworkWorld {
  server: Server
  oracle: Oracle
  variant: Variant
  pageRows: number | undefined
  /** Runs a check whose failure must not look like one of the server. */
  watch: (check: () => void) => void
}

/** The way between the phones and the worker, and all that goes wrong on it. */
export class Network {
  readonly late: (() => Promise<unknown>)[] = []
  /** Ops that the database fails on. */
  readonly poisoned = new Set<string>()
  readonly #world: NetworkWorld

  constructor(world: NetworkWorld) {
    this.#world = world
  }

  /** One request and its answer. */
  async exchange(init: RequestInit, sending: Sending): Promise<Response> {
    const { device, fault, switchOff } = sending
    const { variant } = this.#world
    const off = () => {
      switchOff()
      return never()
    }
    const deliver = this.#deliverer(init, sending)
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
    let response = await deliver(sending.racer)
    if (fault === 'twice') response = await deliver(sending.racer)
    if (fault === 'twice, first answer') await deliver(sending.racer)
    await sending.meanwhile()
    if (fault === 'crash after') return off()
    if (fault === 'lose answer') throw new TypeError('network error')
    const text = await response.text()
    const given = (await variant.answer?.(text, device)) ?? text
    const answer = await readAnswer(new Response(given, response))
    for (const verdict of answer?.results ?? []) device.delivered.set(verdict.opId, verdict)
    return new Response(given, { status: response.status, headers: response.headers })
  }

  /** Brings a request to the worker, as often as it is called. */
  #deliverer(init: RequestInit, { device, fault }: Sending) {
    const { server, oracle, variant, watch } = this.#world
    const sent = { uid: device.uid, body: init.body ?? '', headers: init.headers as Record<string, string> }
    const other = DEVICES.find((uid) => uid !== device.uid) as string
    const cookieUid = fault === 'other cookie' ? other : device.uid
    const request = variant.request?.(sent, cookieUid) ?? sent
    return async (racer: Racer | undefined) => {
      const cookie = fault === 'no cookie' ? null : await server.cookie(cookieUid)
      const response = await server.sync(request, cookie, this.#hooks(fault, racer), fault === 'busy')
      const answer = await readAnswer(response)
      if (answer && !variant.request) watch(() => oracle.answered(answer, device.uid))
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

/** A phone that was switched off gets no answer. */
export function never(): Promise<never> {
  return new Promise(() => {})
}
