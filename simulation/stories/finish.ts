import { checkPublicList, signResults } from '../official-list.ts'
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

// A finish line at which several phones record without a network.

export async function finishLine(stage: Stage, { other, b, choices }: Of<'finish line'>) {
  await newEvent(stage)
  const id = newestId(stage)
  for (const timer of RUNNERS) await invite(stage, DEVICES[ORGANISER], DEVICES[timer], id, 'timer')
  for (const entrant of [0, 1]) await stage.edit(stage.device(ORGANISER), 'newest.bib', entrant, 0)
  for (const device of EVERYBODY) await stage.pass(device)
  const phones = [...ORGANISERS, ...RUNNERS, OTHER_OF_RUNNER]
  await stage.edit(stage.device(RUNNERS[0]), 'newest.gun', 0, 0)
  for (const round of [0, 1, 2]) {
    for (const phone of phones) await stage.edit(stage.device(phone), 'newest.record', phone + round, b + round)
    stage.tick(1000)
  }
  const [organiser, second] = ORGANISERS.map((device) => stage.device(device)) as [
    ReturnType<Stage['device']>,
    ReturnType<Stage['device']>,
  ]
  const row = stage.oracle.tables.staff.find((one) => one.marathon_id === id && one.uid === DEVICES[RUNNERS[1]])
  if (other === 'removed' && row) await stage.queue(second, [{ type: 'staff.delete', id: String(row.id) }])
  if (other === 'gate' && row)
    await stage.queue(second, [
      { type: 'staff.update', id: String(row.id), patch: { role: 'gate' }, base: { role: 'timer' } },
    ])
  if (other === 'cancelled') await stage.edit(second, 'newest.cancel', 0, 0)
  if (other === 'leaves') await stage.edit(stage.device(RUNNERS[0]), 'newest.leave', 0, 0)
  await stage.race(phones, choices)
  for (const device of phones) await stage.pass(device)
  for (const phone of phones) await stage.edit(stage.device(phone), 'newest.take back', 0, b + phone)
  for (const ruling of [0, 1, 2]) await stage.edit(organiser, 'newest.rule', 0, b + ruling)
  await stage.edit(organiser, 'newest.confirm recording', 0, b)
  await stage.edit(second, 'newest.rule', 0, b)
  if (other === 'deleted') await stage.queue(second, [{ type: 'marathon.delete', id }])
  await stage.race(phones, choices)
  for (const device of phones) await stage.pass(device)
  await stage.edit(organiser, 'newest.undo', 0, b)
  await stage.edit(second, 'newest.publish', 0, 1)
  for (const device of phones) await stage.pass(device)
  await checkPublicList(stage, id)
  await signResults(stage, id, '')
  const [runner] = RUNNERS
  await stage.edit(stage.device(runner), 'newest.hide', 0, 0)
  await stage.edit(organiser, 'newest.rule', 0, b + 3)
  await stage.edit(organiser, 'newest.record', 0, b + 1)
  if (b % 3 === 0) await stage.edit(stage.device(RUNNERS[1]), 'newest.leave', 0, 0)
  await stage.race(phones, choices)
  for (const device of phones) await stage.pass(device)
  await checkPublicList(stage, id)
  await signResults(stage, id, `Because ${b}.`)
  await checkPublicList(stage, id)
  for (const device of phones) await stage.pass(device)
}
