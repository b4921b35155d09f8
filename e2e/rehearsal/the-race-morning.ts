import { expect } from '@playwright/test'
import { readStorage } from '../support/inside-the-browser.ts'
import type { Person } from './person.ts'
import { browserHasWhatIsThere, phonesShowWhatIsThere, placesHold } from './places.ts'
import { type Stage, screenOf } from './stage.ts'

const HOUR_MS = 3_600_000
const SCANNED = 6
const BY_NAME = 4
const DOUBLES = 2
const WALK_INS = ['Wanda', 'Willi', 'Wasim']
/** The share of those with a place who do not come. */
const STAYS_AWAY = 0.04

/** Somebody with a place, as the gate meets them. */
type Entrant = { id: string; name: string; code: string; bib: string }

/** Race morning: the gate has no signal, the desk enters walk-ins, and a helper is removed who has not sent yet. */
export async function theMorning(stage: Stage): Promise<void> {
  const { crowd, database, people, report } = stage
  const { gate, desk, organiser, timer, second, owner } = people
  await stage.letPass('start_date', HOUR_MS)
  crowd.newStart = database.value('SELECT start_date FROM marathon')
  for (const runner of crowd.phones) runner.hasNoSignal = false
  await second.findsNetwork()
  await crowd.syncs()
  await phonesShowWhatIsThere(stage, crowd.phones)
  for (const person of [gate, desk, timer, second]) {
    await person.opens(screenOf(stage, person === gate || person === desk ? 'checkIn' : 'timing'))
    await person.hasHeardOf(crowd.newStart)
    person.knows('new start')
  }

  const all = database.rows<Entrant>(
    `SELECT id, first_name || ' ' || last_name AS name, code, bib FROM application WHERE status = 'registered'`,
  )
  const coming = crowd.some(all, Math.round(all.length * (1 - STAYS_AWAY)))
  const atGate = coming.slice(0, SCANNED + BY_NAME)
  await gateWithoutSignal(stage, atGate)
  await deskWithoutSignal(stage, atGate.slice(0, DOUBLES))

  // The others come in at another gate, where the organiser has a tablet.
  const tablet = crowd.tabletOf(organiser.account)
  await crowd.syncs([tablet])
  const at = new Date().toISOString()
  const scans = coming.slice(atGate.length).map(({ id: applicationId }) => {
    const patch = { marathonId: stage.marathonId, applicationId, at, gate: 'North' }
    return { type: 'checkIn.create' as const, id: crowd.newId(tablet), patch }
  })
  await crowd.does(tablet, ...scans)
  await crowd.syncs([tablet])

  await removeTheGate(stage)
  await desk.findsNetwork()
  await desk.hasSentAll()
  await theGateComesBack(gate, atGate)
  await theHelperRunsToo(stage)
  await theOrganiserDecides(stage, atGate)
  const here = database.rows<{ id: string }>(
    `SELECT DISTINCT application_id AS id FROM recording
      WHERE kind = 'check-in' AND confirmed = 1 AND voided_at IS NULL`,
  )
  const registered = new Set(all.map(({ id }) => id))
  const rows = database.rows<{ id: string }>("SELECT id FROM application WHERE status = 'registered'")
  const walkIns = rows.filter(({ id }) => !registered.has(id))
  expect(walkIns).toHaveLength(WALK_INS.length + 1)
  const expected = [...coming, ...walkIns].map(({ id }) => id)
  expect(here.map(({ id }) => id).toSorted(), 'whom somebody checked in is here, and nobody else').toEqual(
    expected.toSorted(),
  )
  await placesHold(stage)
  for (const person of [organiser, desk]) await browserHasWhatIsThere(stage, person)
  await owner.opens(screenOf(stage, 'checkIn'))
  await owner.hears()
  await expect(owner.page.getByText(`${here.length} of ${all.length + walkIns.length} here`)).toBeVisible()
  report.say(`${coming.length} of ${all.length} with a place are here, and ${walkIns.length} walk-ins`)
}

const search = ({ page }: Person) => page.getByRole('searchbox', { name: 'Find by name or bib' })
const answer = ({ page }: Person) => page.getByRole('region', { name: 'Last answer' })

async function checkIn(person: Person, name: string) {
  await search(person).fill(name)
  await person.page.getByRole('button', { name: `Check in ${name}` }).click()
  await expect(answer(person)).toContainText(name)
}

/** The gate starts with no network, and checks in by codes and by names. */
async function gateWithoutSignal(stage: Stage, entrants: Entrant[]) {
  const { gate } = stage.people
  await expect(search(gate)).toBeVisible()
  await gate.losesNetwork()
  await gate.diesAndComesBack(screenOf(stage, 'checkIn'))
  await expect(search(gate)).toBeVisible()
  await gate.page.getByRole('textbox', { name: 'Gate' }).fill('Main')
  for (const { name, code } of entrants.slice(0, SCANNED)) {
    // A hand scanner: the focus may be anywhere.
    await Promise.all([...code, 'Enter'].map((key) => gate.page.keyboard.press(key)))
    await expect(answer(gate)).toContainText(name)
  }
  for (const { name } of entrants.slice(SCANNED)) await checkIn(gate, name)
  expect(await gate.waiting(), 'what is told as here waits on the phone').toHaveLength(entrants.length)
  await expect(gate.page.getByText(`${entrants.length} not sent yet`)).toBeVisible()
  await gate.looks('the gate with no network')
}

/** The desk enters walk-ins with bibs of its own, and checks in whom the gate has checked in too. */
async function deskWithoutSignal({ people: { desk } }: Stage, doubles: Entrant[]) {
  const { page } = desk
  const tap = (name: string | RegExp) => page.getByRole('button', { name }).click()
  await tap(/^(Set the bibs|Bibs) at this table/)
  await page.getByLabel('First bib').fill('9001')
  await page.getByLabel('Last bib').fill('9099')
  await tap('Save')
  await desk.losesNetwork()
  // One of them wants no name in the results.
  for (const [n, firstName] of WALK_INS.entries()) await enterWalkIn(desk, firstName, `Walk ${n}`, 9001 + n, n === 1)
  await desk.looks('a walk-in at the desk with no network')
  await tap('Close the form')
  for (const { name } of doubles) await checkIn(desk, name)
  // What was typed in a hurry is corrected.
  await search(desk).fill('9001')
  await page.getByRole('listitem').filter({ hasText: 'Walk 0' }).getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('dialog').getByLabel('First Name').fill('Wendelin')
  await page.getByRole('dialog').getByRole('button', { name: /Save/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Wendelin Walk 0' })).toBeVisible()
}

/** The owner removes the helper of the gate, whose phone still has check-ins. */
async function removeTheGate(stage: Stage) {
  const { owner, gate } = stage.people
  const { page } = owner
  await owner.opens(screenOf(stage, 'staff'))
  await page.getByRole('button', { name: new RegExp(`^${gate.name}`) }).click()
  await page.getByRole('button', { name: `Remove ${gate.name}` }).click()
  await page.getByRole('button', { name: 'Yes, remove' }).click()
  await owner.hasSentAll()
  stage.report.say(`${gate.name} is removed, with check-ins that are not sent`)
}

/** The phone of the gate hears that it is removed: it forgets the entrants, and says what became of its scans. */
async function theGateComesBack(gate: Person, entrants: Entrant[]) {
  await gate.findsNetwork()
  await expect(gate.page.getByText('There is nobody to check in.')).toBeVisible()
  await gate.hasSentAll()
  const stored = await readStorage(gate.page)
  expect(
    entrants.filter(({ name }) => stored.includes(name.split(' ').slice(1).join(' '))),
    'no name stays on the phone of who was removed',
  ).toEqual([])
  await gate.opens('/unsent')
  await expect(gate.page.getByText(/are with the organiser, who decides/)).toBeVisible()
  await gate.looks('what became of the scans of who was removed')
}

/** Who helped at the gate wants to run: the desk enters a walk-in, and the runner claims the entry on the own phone. */
async function theHelperRunsToo({ database, people: { desk, gate } }: Stage) {
  await enterWalkIn(desk, 'Gus', 'Gate', 9001 + WALK_INS.length)
  await desk.page.getByRole('button', { name: 'Close the form' }).click()
  await desk.hasSentAll()
  const [entry] = database.rows<{ link: string }>(
    "SELECT '/take/' || id || '.' || code AS link FROM application WHERE last_name = 'Gate'",
  )
  await gate.opens(entry?.link ?? '')
  const claim = gate.page.getByRole('button', { name: 'This entry is mine' })
  await expect(claim).toBeVisible()
  await gate.looks('an entry to claim')
  await claim.click()
  await expect(gate.page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await gate.looks('an entry that was claimed')
  gate.knows('place')
}

/** The desk types a walk-in, gives the next bib and checks in. */
async function enterWalkIn(desk: Person, firstName: string, lastName: string, bib: number, hidesName = false) {
  const { page } = desk
  const tap = (name: string) => page.getByRole('button', { name }).click()
  const form = page.getByRole('region', { name: 'Walk-in' })
  if (!(await form.isVisible())) await tap('Enter a walk-in')
  await form.getByLabel('First Name').fill(firstName)
  await form.getByLabel('Last Name').fill(lastName)
  await tap(`Next free: ${bib}`)
  if (hidesName) await form.getByRole('checkbox', { name: 'No name in the results' }).check()
  await tap('Enter and check in')
  await tap('Go on')
  await expect(answer(desk)).toContainText(`${firstName} ${lastName}, bib ${bib}`)
}

/** The organiser confirms what the gate had scanned, and takes back what was scanned twice. */
async function theOrganiserDecides(stage: Stage, atGate: Entrant[]) {
  const { organiser } = stage.people
  const { page } = organiser
  await organiser.opens(screenOf(stage, 'staff'))
  await organiser.hears()
  await expect(page.getByRole('region', { name: `Unconfirmed check-ins: ${atGate.length}` })).toBeVisible()
  await organiser.looks('check-ins that wait for a decision')
  await page.getByRole('button', { name: `Confirm all ${atGate.length} of ${stage.people.gate.name}` }).click()
  await page.getByRole('button', { name: 'Yes, confirm all' }).click()
  await organiser.hasSentAll()
  await organiser.opens(screenOf(stage, 'checkIn'))
  const doubles = page.getByRole('region', { name: `Checked in more than once: ${DOUBLES}` })
  await expect(doubles).toBeVisible()
  await organiser.looks('doubles')
  await doubles
    .getByRole('button', { name: new RegExp(`^Undo .*${stage.people.desk.name}`) })
    .first()
    .click()
  await expect(page.getByRole('region', { name: `Checked in more than once: ${DOUBLES - 1}` })).toBeVisible()
  await organiser.hasSentAll()
}
