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

/** Questions change while the others have no network. The second runner also sits at the desk. */
export async function questions(stage: Stage, { asks, b, choices }: Of<'questions'>) {
  await newEvent(stage)
  const id = newestId(stage)
  await invite(stage, DEVICES[ORGANISER], DEVICES[RUNNERS[1]], id, 'desk')
  const [organiser, second] = ORGANISERS.map((device) => stage.device(device)) as [Device, Device]
  const [runner, desk, twin] = [...RUNNERS, OTHER_OF_RUNNER].map((device) => stage.device(device)) as [
    Device,
    Device,
    Device,
  ]
  await stage.edit(organiser, 'newest.ask', 0, b)
  for (const device of EVERYBODY) await stage.pass(device)
  for (const change of asks) {
    await stage.edit(organiser, 'newest.ask', 0, change)
    await stage.pass(ORGANISER)
    await stage.edit(second, change % 4 === 0 ? 'newest.ask' : 'newest.correct answer', change, b)
    for (const device of [runner, twin]) await stage.edit(device, 'newest.answer', 0, change)
    await stage.edit(desk, 'newest.correct answer', change, b)
  }
  await stage.edit(twin, 'newest.join', 0, 3)
  await stage.edit(desk, 'newest.walk-in', 0, b)
  await stage.edit(desk, 'newest.answer', 0, b)
  await stage.race(EVERYBODY, choices)
  for (const device of EVERYBODY) await stage.pass(device)
}
