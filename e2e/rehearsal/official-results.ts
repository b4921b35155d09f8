import { expect } from '@playwright/test'
import type { PublicList } from '../../contract/results/public-list-schema.ts'
import type { WithPhone } from './crowd.ts'
import { nobodyHiddenIsIn } from './places.ts'
import { type Stage, screenOf } from './stage.ts'

const REASON = 'Took the tram between 6 and 8 km.'

/** The results are shown live, become official, and are corrected. Runners have them on their phones. */
export async function theResultsAreOfficial(stage: Stage): Promise<void> {
  const { crowd, people, report } = stage
  const { owner, organiser } = people
  const { page } = owner
  await opensPublished(stage)
  const closed = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Show live' }).click()
  await closed.getByRole('button', { name: 'OK' }).click()
  await owner.hasSentAll()
  expect((await published(stage)).state).toBe('live')

  await page.getByRole('button', { name: 'Make official' }).click()
  const question = page.getByRole('dialog', { name: 'Make the results official?' })
  await owner.looks('the question before the results become official')
  await question.getByRole('button', { name: 'Make official' }).click()
  const done = page.getByRole('dialog', { name: 'Official', exact: true })
  await expect(done).toContainText('official now')
  await done.getByRole('button', { name: 'Close' }).last().click()
  const official = await published(stage)
  expect(official.state).toBe('official')
  report.say(
    `${official.rows.length} official results, ${official.rows.filter(({ place }) => place).length} with a place`,
  )
  owner.knows('result')
  await organiser.hears()
  await organiser.opens('/dashboard/notices')
  await expect(organiser.page.getByText(/results are official/i).first()).toBeVisible()
  organiser.knows('result')
  await runnersHaveTheirs(stage)
  await theCertificate(stage)
  await oneIsCorrected(stage)
  await runnersHaveTheirs(stage)
  const anybody = crowd.phones.find(({ knows }) => knows.has('result'))
  expect(anybody, 'somebody has a result on the phone').toBeDefined()
}

/** The owner opens what is published of the results. */
async function opensPublished(stage: Stage) {
  const { owner } = stage.people
  await owner.opens(screenOf(stage, 'results'))
  await owner.page.getByRole('group').filter({ hasText: 'Published' }).locator('summary').click()
}

/** The list that everybody may read. Nobody is named in it who does not want that. */
async function published(stage: Stage): Promise<PublicList> {
  const response = await fetch(`${stage.origin}/api/marathons/${stage.marathonId}/list`)
  expect(response.status).toBe(200)
  const text = await response.text()
  nobodyHiddenIsIn(stage, text, 'the list')
  return JSON.parse(text) as PublicList
}

/** Each phone in the crowd has the own result, as it is in the official list. */
async function runnersHaveTheirs(stage: Stage) {
  const { crowd } = stage
  await crowd.syncs()
  const { rows } = await published(stage)
  const byBib = new Map(rows.map((row) => [row.bib, row]))
  for (const runner of crowd.phones) {
    const own = await crowd.ownEntry(runner)
    const row = own?.status === 'registered' ? byBib.get(String(own.bib)) : undefined
    const [result] = await runner.phone.db.ownResults.toArray()
    expect(
      result && { time: result.time, place: result.place, state: result.state },
      `the result on the phone of ${runner.name}`,
    ).toEqual(row && { time: row.time, place: row.place, state: row.state })
  }
}

/** Who helped at the gate has run too, and has a certificate, also with no network. */
async function theCertificate({ people: { gate } }: Stage) {
  const { page } = gate
  await gate.opens('/dashboard/myResults')
  await gate.hears()
  await page.getByRole('link', { name: 'Harbour Marathon' }).first().click()
  await expect(page.getByRole('button', { name: 'Save picture' })).toBeEnabled()
  await expect(page.getByRole('img', { name: /^Certificate: Gus Gate, Harbour Marathon/ })).toBeVisible()
  await gate.looks('the own result with its certificate')
  gate.knows('result')
  await gate.losesNetwork()
  await gate.opens(new URL(page.url()).pathname)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save picture' }).click()
  expect((await download).suggestedFilename()).toBe('harbour-marathon-gus-gate.png')
  await gate.findsNetwork()
}

/** Somebody took the tram: the owner disqualifies, and corrects the official list with a reason that everybody reads. */
async function oneIsCorrected(stage: Stage) {
  const { crowd, database, people } = stage
  const { owner } = people
  const { page } = owner
  const finished = database.rows<{ id: string; bib: string }>("SELECT id, bib FROM result WHERE state = 'finished'")
  const bibOf = new Map(finished.map(({ id, bib }) => [id, bib]))
  const runner = crowd.phones.find(({ entry }) => bibOf.has(entry)) as WithPhone
  const bib = bibOf.get(runner.entry) ?? ''
  await owner.opens(screenOf(stage, 'results'))
  await page.getByText('Finished', { exact: true }).click()
  await page.getByRole('searchbox').fill(bib)
  const row = page.getByRole('main').locator('ol > li').filter({ hasText: runner.name })
  await row.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(REASON)
  await dialog.getByRole('button', { name: 'Disqualified' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await owner.hasSentAll()
  expect((await published(stage)).rows.find((one) => one.bib === bib)?.state, 'official is official').toBe('finished')
  await opensPublished(stage)
  await page.getByLabel('Why? Everybody reads this.').fill(REASON)
  await owner.looks('the correction of the official list')
  await page.getByRole('button', { name: 'Correct the official list' }).click()
  await page.getByRole('dialog', { name: 'Corrected' }).getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('region', { name: 'Corrected so far' })).toContainText(REASON)
  const { rows, corrections } = await published(stage)
  expect(corrections).toMatchObject([{ reason: REASON, by: owner.name }])
  expect(rows.find((one) => one.bib === bib)).toMatchObject({ state: 'disqualified', place: null })
  await crowd.syncs([runner])
  const kinds = (await runner.phone.db.notices.toArray()).map(({ kind }) => kind)
  expect(kinds, `${runner.name} is told`).toContain('resultsCorrected')
  stage.report.say(`${runner.name}'s result is corrected, and ${runner.name} is told`)
}
