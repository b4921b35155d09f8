import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { DAY_MS } from '../../contract/limits.ts'
import { readStorage } from '../support/inside-the-browser.ts'
import { browserHasWhatIsThere, nobodyHiddenIsIn } from './places.ts'
import { type Stage, screenOf } from './stage.ts'

const THANKS = 'Thank you all for running along the water!'
/** Contact data is erased so many days after the start. */
const ERASED_AFTER_DAYS = 180
const CONTACTS = /runner-\d+@example\.com|\+49 431/

/** The day after: files are saved, the runners are thanked, and the history tells what happened. */
export async function theDayAfter(stage: Stage): Promise<void> {
  const { crowd, database, people, report } = stage
  const { owner, organiser } = people
  await stage.letPass('start_date', -DAY_MS)
  await owner.opens(screenOf(stage))
  await owner.hears()
  await expect(owner.page.getByRole('region', { name: 'After the race' })).toBeVisible()
  await owner.looks('what is due after the race')

  await organiser.opens(screenOf(stage, 'entrants'))
  await browserHasWhatIsThere(stage, organiser)
  const entrants = await saved(organiser.page, async (page) => {
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  })
  expect(entrants).toHaveLength(1 + database.value<number>('SELECT count(*) FROM application'))
  await owner.opens(`/e/${stage.marathonId}/results`)
  await expect(owner.page.getByRole('main').locator('ol > li').filter({ visible: true }).first()).toBeVisible()
  await owner.looks('the results that everybody reads')
  const results = await saved(owner.page, (page) => page.getByRole('button', { name: 'CSV' }).click())
  nobodyHiddenIsIn(stage, results.join('\n'), 'the saved results')
  nobodyHiddenIsIn(stage, (await owner.page.textContent('body')) ?? '', 'the results that everybody reads')
  expect(results).toHaveLength(1 + database.value<number>('SELECT count(*) FROM result'))
  report.say(`saved: ${entrants.length - 1} entrants, ${results.length - 1} results`)

  await owner.opens(screenOf(stage, 'notices'))
  await owner.page.getByLabel('Notice', { exact: true }).fill(THANKS)
  await owner.looks('the writing of a notice')
  await owner.page.getByRole('button', { name: 'Send the notice' }).click()
  await owner.page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await owner.hasSentAll()
  await crowd.syncs()
  for (const { name, entry, phone } of crowd.phones) {
    const texts = (await phone.db.notices.toArray()).map(({ text }) => text)
    expect(texts.includes(THANKS), `${name} is thanked, if there is an entry`).toBe(entry !== '')
  }
  await owner.opens(screenOf(stage, 'history'))
  const history = owner.page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Official results corrected')
  await owner.looks('the history')
}

/** The lines of the file that a tap saves. */
async function saved(page: Page, tap: (page: Page) => Promise<void>): Promise<string[]> {
  const download = page.waitForEvent('download')
  await tap(page)
  const text = readFileSync(await (await download).path(), 'utf8')
  return text.split('\r\n').filter((line) => line !== '')
}

/** 180 days later the nightly run erases contact data, on every phone too. The results stay, under their names. */
export async function theContactsAreErased(stage: Stage): Promise<void> {
  const { crowd, database, everybody, origin, marathonId, report } = stage
  const before = await (await fetch(`${origin}/api/marathons/${marathonId}/list`)).json()
  await stage.letPass('start_date', -(ERASED_AFTER_DAYS + 1) * DAY_MS)
  report.say('the same days pass in the journals of the phones')
  for (const person of everybody) await person.ages(ERASED_AFTER_DAYS * DAY_MS)
  const night = await fetch(`${origin}/cdn-cgi/handler/scheduled?cron=17+3+*+*+*`)
  expect(await night.text(), 'the nightly run').toBe('ok')
  const left = database.rows<{ row: string }>(
    `SELECT json_array(phone_number, email, additional_info, code, answers) AS row FROM application
      WHERE phone_number <> '' OR email <> '' OR additional_info <> '' OR code <> '' OR erased_at IS NULL`,
  )
  expect(left, 'no contact data is in the database').toEqual([])
  expect(database.value("SELECT count(*) FROM recording WHERE kind = 'check-in'")).toBe(0)
  expect(database.value('SELECT count(*) FROM notice')).toBe(0)
  await crowd.syncs()
  for (const runner of crowd.phones) {
    const own = JSON.stringify((await crowd.ownEntry(runner)) ?? {})
    expect(own, `the entry on the phone of ${runner.name}`).not.toMatch(CONTACTS)
  }
  for (const person of everybody) {
    await person.opens('/aboutUs')
    await person.hasSentAll()
    await expect
      .poll(async () => CONTACTS.exec(await readStorage(person.page))?.[0], { message: person.name, timeout: 30_000 })
      .toBeUndefined()
  }
  const after = (await (await fetch(`${origin}/api/marathons/${marathonId}/list`)).json()) as { rows: unknown[] }
  expect(after.rows, 'the results stay, under their names').toEqual((before as typeof after).rows)
  report.say(
    `contact data is erased on ${crowd.phones.length + everybody.length} phones; ${after.rows.length} results stay`,
  )
}
