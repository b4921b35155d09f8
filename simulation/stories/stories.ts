import { DAY_MS } from '../../contract/limits.ts'
import type { Device } from '../device.ts'
import { asideOn, cursorOf, troubleOf, waitingOn } from '../half-broken.ts'
import { freeBeside } from '../heal.ts'
import { Interleaver } from '../interleaver.ts'
import { Violation } from '../oracle/violation.ts'
import { DEVICES, type Step, type Story } from '../steps.ts'
import { deferring, desks, handOn } from './desk.ts'
import { finishLine } from './finish.ts'
import { questions } from './questions.ts'
import { EVERYBODY, invite, newEvent, newestId, type Of, ORGANISER, ORGANISERS, RUNNERS, type Stage } from './stage.ts'

// Steps of several edits and passes: each leads to one moment that random steps seldom meet.

/** The organiser, the runner who has the last place, and another account. */
const LAST_PLACE = [ORGANISER, 1, 3] as const
/** The second of these runners also helps. */
const HELPER = 3
/** A new marathon starts after 40 days and stays in the 30-day window for 30 days more. */
const AFTER_THE_RACE_MS = 75 * DAY_MS

/** So many passes run in a half-broken network, and before this one another account makes something new. */
const MOST_HALF_BROKEN = 16
const NEWS_AT = 4

const AFTER_THE_BALLOT_MS = 2 * 3_600_000

const STORIES: { [Name in Story['do']]: (stage: Stage, step: Of<Name>) => Promise<void> } = {
  'old races': oldRaces,
  'last place': lastPlace,
  'same bib': sameBib,
  'two gates': twoGates,
  join,
  'hand over': handOver,
  'helper at the gate': helperAtGate,
  ballot,
  'late runner': lateRunner,
  'half-broken': halfBroken,
  flood,
  desks,
  'hand on': handOn,
  defer: deferring,
  questions,
  'finish line': finishLine,
}

/** Plays one story. What each of them is stands in steps.ts. */
export function playStory(stage: Stage, step: Story): Promise<void> {
  // TypeScript does not see that name and step belong together.
  return (STORIES[step.do] as (stage: Stage, step: Story) => Promise<void>)(stage, step)
}

/** The phones that a step may change. */
export function involved(step: Step): number[] {
  if (step.do === 'sync') return [step.pass.device]
  if (step.do === 'race') return step.passes.map((pass) => pass.device)
  // One of the other two makes something new meanwhile.
  if (step.do === 'half-broken') return [step.device, ORGANISER, RUNNERS[1]]
  if (step.do === 'old races') return [ORGANISER, step.device]
  if (step.do === 'last place') return [...LAST_PLACE]
  if (['flood', 'desks', 'hand on', 'defer', 'questions', 'finish line'].includes(step.do)) return EVERYBODY
  if ('device' in step) return [step.device]
  return 'choices' in step ? [...ORGANISERS, ...RUNNERS] : []
}

async function oldRaces(stage: Stage, { device: club, a }: Of<'old races'>) {
  for (const b of [0, 3]) await stage.edit(stage.device(ORGANISER), 'event.create', 0, b)
  for (const device of [ORGANISER, club]) await stage.pass(device)
  for (const other of [0, 1]) await stage.edit(stage.device(club), 'apply as a club', a + other, 0)
  await stage.pass(club)
  stage.tick(AFTER_THE_RACE_MS)
  await stage.edit(stage.device(ORGANISER), 'event.update all', 0, 0)
  for (const device of [ORGANISER, club]) await stage.pass(device)
}

async function lastPlace(stage: Stage, { grows, choices }: Of<'last place'>) {
  // The second argument of the edit draws a capacity of 1.
  await stage.edit(stage.device(ORGANISER), 'event.create', 0, 1)
  for (const device of LAST_PLACE) await stage.pass(device)
  const [organiser, holder, other] = LAST_PLACE.map((device) => stage.device(device)) as [Device, Device, Device]
  await stage.edit(holder, 'newest.join', 0, 0)
  await stage.pass(LAST_PLACE[1])
  await stage.edit(holder, 'newest.leave', 0, 0)
  await stage.edit(other, 'newest.join', 0, 0)
  if (grows) await stage.edit(organiser, 'newest.grow', 0, 0)
  await stage.race(LAST_PLACE, choices)
}

async function sameBib(stage: Stage, { choices }: Of<'same bib'>) {
  const [first, second] = ORGANISERS.map((device) => stage.device(device)) as [Device, Device]
  await newEvent(stage)
  await stage.edit(first, 'newest.bib', 0, 0)
  await stage.edit(first, 'newest.no bib', 0, 0)
  await stage.edit(second, 'newest.bib', 1, 0)
  await stage.race(ORGANISERS, choices)
}

async function twoGates(stage: Stage, { leaves, choices }: Of<'two gates'>) {
  const [first, second] = ORGANISERS.map((device) => stage.device(device)) as [Device, Device]
  await newEvent(stage)
  await stage.edit(first, 'newest.scan', 0, 0)
  await stage.edit(second, 'newest.scan', 1, 0)
  const racers: number[] = [...ORGANISERS]
  if (leaves) {
    for (const runner of RUNNERS) await stage.edit(stage.device(runner), 'newest.leave', 0, 0)
    racers.push(...RUNNERS)
  }
  await stage.race(racers, choices)
}

async function join(stage: Stage, { device, role, a }: Of<'join'>) {
  const { uid } = stage.device(device)
  const here = stage.oracle.tables.staff.filter((row) => row.removed_at === null)
  const inviting = here.filter((row) => row.uid !== uid && (row.role === 'owner' || row.role === 'organiser'))
  const host = inviting[a % Math.max(1, inviting.length)]
  if (host) await invite(stage, String(host.uid), uid, String(host.marathon_id), role)
}

async function handOver(stage: Stage, { other, kind, choices }: Of<'hand over'>) {
  const [owner, second] = ORGANISERS.map((device) => stage.device(device)) as [Device, Device]
  await newEvent(stage)
  const id = newestId(stage)
  for (const runner of RUNNERS) await invite(stage, owner.uid, DEVICES[runner], id, 'organiser')
  const everybody = [...ORGANISERS, ...RUNNERS]
  for (const device of everybody) await stage.pass(device)
  const rowOf = (device: number) =>
    String(stage.oracle.tables.staff.find((row) => row.marathon_id === id && row.uid === DEVICES[device])?.id)
  const [heir, sibling] = RUNNERS.map(rowOf) as [string, string]
  const offered = (isOffered: boolean) => ({ patch: { isOffered }, base: { isOffered: !isOffered } })
  await stage.queue(owner, [{ type: 'staff.update', id: heir, ...offered(true) }])
  for (const device of [ORGANISER, RUNNERS[0]]) await stage.pass(device)
  for (const device of everybody) await stage.edit(stage.device(device), kind, 0, device)
  stage.tick(7 * DAY_MS)
  await stage.queue(stage.device(RUNNERS[0]), [{ type: 'staff.takeOver', id: heir }])
  if (other === 'removes') await stage.queue(second, [{ type: 'staff.delete', id: heir }])
  if (other === 'regrets') await stage.queue(second, [{ type: 'staff.update', id: heir, ...offered(false) }])
  if (other === 'offers again') await stage.queue(second, [{ type: 'staff.update', id: sibling, ...offered(true) }])
  await stage.race(everybody, choices)
  for (const device of everybody) await stage.pass(device)
}

async function helperAtGate(stage: Stage, { removed, choices }: Of<'helper at the gate'>) {
  await newEvent(stage)
  const [uid, id] = [DEVICES[HELPER], newestId(stage)]
  await invite(stage, DEVICES[ORGANISER], uid, id, 'gate')
  for (const device of [HELPER, ORGANISER]) await stage.pass(device)
  for (const entrant of [0, 1]) await stage.edit(stage.device(HELPER), 'newest.scan', entrant, entrant)
  const interleaver = new Interleaver(choices)
  const racers = [0, 1].map((runner) => ({ runner, interleaver }))
  for (const { runner } of racers) interleaver.enter(runner)
  const row = stage.oracle.tables.staff.find((one) => one.marathon_id === id && one.uid === uid)
  const takeAway = async () => {
    if (!row || !removed) return interleaver.leave(1)
    await stage.queue(stage.device(ORGANISER), [{ type: 'staff.delete', id: String(row.id) }])
    await stage.pass(ORGANISER, racers[1])
  }
  await Promise.all([stage.pass(HELPER, racers[0]), takeAway()])
  if (removed) await stage.edit(stage.device(HELPER), 'newest.scan', 0, 1)
  for (const device of [HELPER, ORGANISER]) await stage.pass(device)
}

async function ballot(stage: Stage, { places, reopens, choices }: Of<'ballot'>) {
  const [organiser, second] = ORGANISERS.map((device) => stage.device(device)) as [Device, Device]
  const [runner, other] = RUNNERS.map((device) => stage.device(device)) as [Device, Device]
  await stage.edit(organiser, 'event.create ballot', 0, places)
  for (const device of [...ORGANISERS, ...RUNNERS]) await stage.pass(device)
  // The second argument of the edit draws the name.
  for (const name of [0, 2]) for (const device of [runner, other]) await stage.edit(device, 'newest.join', 0, name)
  for (const device of RUNNERS) await stage.pass(device)
  stage.tick(AFTER_THE_BALLOT_MS)
  for (const device of [organiser, second]) await stage.edit(device, 'newest.draw', 0, 0)
  await stage.edit(runner, 'newest.leave', 0, 0)
  await stage.edit(other, 'newest.join', 0, 3)
  await stage.race([...ORGANISERS, ...RUNNERS], choices)
  if (!reopens) return
  await stage.edit(organiser, 'newest.reopen', 0, 0)
  for (const device of [ORGANISER, RUNNERS[1]]) await stage.pass(device)
  await stage.edit(other, 'newest.join', 0, 3)
  await stage.edit(runner, 'newest.leave', 0, 0)
  for (const device of RUNNERS.toReversed()) await stage.pass(device)
}

async function flood(stage: Stage, { b, raises, choices }: Of<'flood'>) {
  const [organiser, hostile, honest] = [ORGANISER, ...RUNNERS].map((index) => stage.device(index)) as [
    Device,
    Device,
    Device,
  ]
  await stage.edit(organiser, 'event.create', 0, b)
  for (const device of [...ORGANISERS, ...RUNNERS]) await stage.pass(device)
  for (const again of [false, true]) {
    await stage.edit(hostile, 'newest.flood', 0, b)
    await stage.edit(honest, 'newest.join', 0, b)
    if (again && raises) await stage.edit(organiser, 'newest.allow', 0, b)
    await stage.race(EVERYBODY, choices, ['newest.join', 0, b])
  }
}

async function lateRunner(stage: Stage, { deletes, choices }: Of<'late runner'>) {
  const [organiser, second] = ORGANISERS.map((device) => stage.device(device)) as [Device, Device]
  // A capacity of 1, so that the second runner waits.
  await stage.edit(organiser, 'event.create', 0, 1)
  for (const text of [0, 1, 2]) await stage.edit(organiser, 'newest.tell', 0, text)
  for (const device of [...ORGANISERS, ...RUNNERS]) await stage.pass(device)
  for (const runner of RUNNERS) {
    await stage.edit(stage.device(runner), 'newest.join', 0, 0)
    await stage.pass(runner)
  }
  if (deletes) await stage.edit(second, 'notice.delete', 0, 0)
  await stage.edit(organiser, 'newest.grow', 0, 0)
  await stage.edit(stage.device(RUNNERS[0]), 'newest.leave', 0, 0)
  await stage.race([...ORGANISERS, ...RUNNERS], choices)
}

/**
 * INV-11, INV-13 and INV-25: in a half-broken network nothing is set aside, what can be sent is sent, and the phone goes
 * on reading.
 */
async function halfBroken(stage: Stage, { device: index, how, a, choices }: Of<'half-broken'>) {
  const device = stage.device(index)
  const wasAside = new Set(await asideOn(device))
  await stage.edit(device, 'event.create', a, 0)
  for (const kind of ['apply', 'event.update', 'scan'] as const) await stage.edit(device, kind, a, a)
  const what = troubleOf(how, a, choices, await waitingOn(device))
  if (!what) return
  stage.network.trouble = { device, what }
  let before: string | null = null
  let isNews = false
  for (let pass = 0; pass < MOST_HALF_BROKEN; pass++) {
    // The first passes begin what a new phone has not begun yet, such as a pull from nothing.
    if (pass === NEWS_AT) {
      const other = index === ORGANISER ? RUNNERS[1] : ORGANISER
      await stage.edit(stage.device(other), 'event.create', a, 1)
      await stage.pass(other)
      before = await cursorOf(device)
      // The budget of the other account may be spent.
      isNews = Number(stage.oracle.tables.clock.seq) > Number(before?.split('.')[1] ?? -1)
    }
    await stage.pass(index)
    const aside = (await asideOn(device)).find((opId) => !wasAside.has(opId))
    if (aside)
      return stage.note(new Violation('INV-11', `${device.name} sets an edit aside in trouble`, { how, aside }))
    stage.tick(Math.min(60_000, 1000 * 2 ** pass))
  }
  stage.network.trouble = null
  if (isNews && (await cursorOf(device)) === before)
    return stage.note(new Violation('INV-25', `${device.name} does not read in trouble`, { what, before }))
  if (what.how !== 'firewall') return
  const queue = await device.db.outbox.orderBy('n').toArray()
  const stuck = freeBeside(queue, new Set([what.opId]))
  if (stuck.length > 0 && !queue.some(({ op }) => op.v !== 1 || stage.network.poisoned.has(op.opId)))
    stage.note(new Violation('INV-13', `${device.name} does not send an edit beside a refused one`, stuck))
}
