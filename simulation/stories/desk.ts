import type { Device } from '../device.ts'
import { DEVICES } from '../steps.ts'
import {
  EVERYBODY,
  invite,
  newEvent,
  newestId,
  type Of,
  ORGANISER,
  ORGANISERS,
  OTHER_OF_RUNNER,
  RUNNERS,
  type Stage,
} from './stage.ts'

// Stories of desks without a network, and of places that are handed on.

/** The kind of marathon that these stories need (`newMarathonFields`): one place, which may be handed on. */
const ONE_PLACE = 4

export async function desks(stage: Stage, { removed, choices }: Of<'desks'>) {
  await newEvent(stage, ONE_PLACE)
  const id = newestId(stage)
  for (const desk of RUNNERS) await invite(stage, DEVICES[ORGANISER], DEVICES[desk], id, 'desk')
  for (const device of [...RUNNERS, ORGANISER]) await stage.pass(device)
  // Both have the same numbers, and neither knows what the other enters.
  for (const b of [0, 3]) {
    for (const desk of RUNNERS) {
      await stage.edit(stage.device(desk), 'newest.walk-in', 0, b)
      await stage.edit(stage.device(desk), 'newest.hand out', b, b)
    }
  }
  const [organiser, second] = ORGANISERS.map((device) => stage.device(device)) as [Device, Device]
  const row = stage.oracle.tables.staff.find((one) => one.marathon_id === id && one.uid === DEVICES[RUNNERS[1]])
  if (removed && row) await stage.queue(second, [{ type: 'staff.delete', id: String(row.id) }])
  await stage.edit(organiser, 'newest.walk-in', 0, 0)
  await stage.edit(organiser, 'newest.correct', 0, 0)
  await stage.race([...ORGANISERS, ...RUNNERS], choices)
  await stage.pass(ORGANISER)
  for (const a of [0, 1]) await stage.edit(organiser, 'newest.confirm', a, 0)
  // A desk claims nothing, but who is no desk any more, and the owner.
  for (const device of [RUNNERS[0], OTHER_OF_RUNNER, RUNNERS[1], ORGANISERS[1]])
    for (const a of [0, 2]) await stage.edit(stage.device(device), 'newest.claim', a, 0)
  await stage.edit(second, 'newest.withdraw', 2, 0)
  await stage.race(EVERYBODY, choices)
}

export async function handOn(stage: Stage, { other, b, choices }: Of<'hand on'>) {
  await newEvent(stage, ONE_PLACE)
  const [organiser, second] = ORGANISERS.map((device) => stage.device(device)) as [Device, Device]
  const [holder, taker] = RUNNERS.map((device) => stage.device(device)) as [Device, Device]
  // A second one waits behind the taker.
  await stage.edit(taker, 'newest.join', 0, 3)
  await stage.pass(RUNNERS[1])
  for (const device of ORGANISERS) await stage.pass(device)
  await stage.edit(organiser, 'newest.bib', 0, 0)
  await stage.edit(holder, 'newest.offer', 0, 0)
  for (const device of [ORGANISER, RUNNERS[0], OTHER_OF_RUNNER]) await stage.pass(device)
  await stage.edit(taker, 'newest.take over', 0, b)
  if (b % 2 === 0) await stage.edit(second, 'newest.take over', 0, b)
  const twin = stage.device(OTHER_OF_RUNNER)
  if (other === 'leaves') await stage.edit(twin, 'newest.leave', 0, 0)
  if (other === 'regrets') await stage.edit(twin, 'newest.offer', 0, 0)
  if (other === 'edits') await stage.edit(twin, 'entry.update', 0, b)
  if (other === 'withdrawn') await stage.edit(organiser, 'newest.withdraw', 0, 0)
  if (other === 'corrected') await stage.edit(organiser, 'newest.correct', 0, b)
  if (other === 'moved up') await stage.edit(organiser, 'newest.move up', 1, 0)
  if (other === 'walk-in') await stage.edit(organiser, 'newest.walk-in', 0, b)
  if (other === 'scanned') await stage.edit(organiser, 'newest.scan', 0, 0)
  if (other === 'grows') await stage.edit(organiser, 'newest.grow', 0, 0)
  if (other === 'closed') await stage.edit(organiser, 'newest.hand over', 0, 0)
  if (b % 3 === 0) await stage.edit(second, 'newest.move up', 1, 0)
  await stage.race(EVERYBODY, choices)
  for (const device of EVERYBODY) await stage.pass(device)
}

export async function deferring(stage: Stage, { leaves, b, choices }: Of<'defer'>) {
  // The place at the newer marathon is deferred to the older one.
  await stage.edit(stage.device(ORGANISER), 'event.create', 0, b)
  await newEvent(stage, ONE_PLACE)
  await stage.edit(stage.device(ORGANISER), 'newest.defer to', 0, b)
  for (const device of [ORGANISER, ...RUNNERS, OTHER_OF_RUNNER]) await stage.pass(device)
  const [holder, other] = [RUNNERS[0], OTHER_OF_RUNNER].map((device) => stage.device(device)) as [Device, Device]
  await stage.edit(holder, 'newest.defer', 0, b)
  await stage.edit(other, leaves ? 'newest.leave' : 'newest.defer', 0, b)
  await stage.edit(stage.device(RUNNERS[1]), 'newest.join', 0, 3)
  await stage.race(EVERYBODY, choices)
  for (const device of EVERYBODY) await stage.pass(device)
}
