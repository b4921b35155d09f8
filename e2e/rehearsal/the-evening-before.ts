import { expect } from '@playwright/test'
import { phonesShowWhatIsThere } from './places.ts'
import { type Stage, screenOf } from './stage.ts'

const HOUR_MS = 3_600_000
/** The share of the phones that have no signal in the evening. */
const NO_SIGNAL = 0.2

/** The evening before: the start is moved. Who has a signal knows it, and who has none still has the old one. */
export async function theStartIsMoved(stage: Stage): Promise<void> {
  const { crowd, database, people, report } = stage
  const { owner, organiser, second } = people
  await stage.letPass('start_date', 15 * HOUR_MS)
  await crowd.syncs()
  const before = database.value<string>('SELECT start_date FROM marathon')
  await second.losesNetwork()
  for (const runner of crowd.phones) runner.hasNoSignal = crowd.chance(NO_SIGNAL)
  const { page } = owner
  await owner.opens(screenOf(stage))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const time = page.getByRole('dialog', { name: 'Edit event' }).getByLabel(/^Start time/)
  const [hour = '0', minute = '00'] = (await time.inputValue()).split(':')
  await time.fill(`${String((Number(hour) + (Number(hour) < 23 ? 1 : -1)) % 24).padStart(2, '0')}:${minute}`)
  await owner.looks('the dialog that moves the start')
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  const told = page.getByRole('dialog', { name: /^(Marathon Updated!|Saved on this phone\.)$/ })
  await told.getByRole('button', { name: 'OK' }).click()
  await owner.hasSentAll()
  crowd.newStart = database.value<string>('SELECT start_date FROM marathon')
  expect(crowd.newStart).not.toBe(before)
  owner.knows('new start')

  await organiser.opens('/dashboard/notices')
  await organiser.hears()
  await expect(organiser.page.getByText(/The start is now/).first()).toBeVisible()
  await organiser.looks('what the organiser was told')
  organiser.knows('new start')
  await crowd.syncs()
  await phonesShowWhatIsThere(
    stage,
    crowd.phones.filter(({ hasNoSignal }) => !hasNoSignal),
  )
  await stage.reached.areTold('start', database, report)
  let old = 0
  for (const { name, phone, hasNoSignal, entry } of crowd.phones) {
    const kinds = (await phone.db.notices.toArray()).map(({ kind }) => kind)
    if (entry) expect(kinds.includes('start'), `${name} is told of the new start`).toBe(!hasNoSignal)
    if (!hasNoSignal) continue
    old += 1
    expect((await phone.db.marathons.toArray())[0]?.startDate, `${name} keeps the start as it was`).toBe(before)
  }
  report.say(`${old} phones without a signal still have the old start`)

  await second.opens(`/marathons/${stage.marathonId}`)
  await expect(second.page.getByRole('main')).toContainText(stage.title)
  // It says of when its data are.
  await expect(second.page.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
  await second.looks('the event with no network')
  expect(await second.knownStart()).toBe(before)
}
