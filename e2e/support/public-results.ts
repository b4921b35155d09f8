import type { Page } from '@playwright/test'
import { type Account, createAccount } from './account.ts'
import { test } from './fixtures.ts'
import { makeRace, type Race } from './race.ts'

export let organiser: Account
export let race: Race

export const rows = (page: Page) => page.getByRole('main').locator('ol > li')

/** Prepares each test of the file that calls this. */
export function preparePublicResults(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    race = await makeRace(organiser, { title: 'Harbour run' })
    await race.enter('Ada', '101', { sex: 'F', born: '1990' })
    await race.enter('Bo', '102', { sex: 'M', born: '1985', hidesName: true })
    await race.enter('=Cleo', '103', { sex: 'F', born: '1960' })
    await race.enter('Dag', '104', { sex: 'M', born: '1986' })
    await race.record('101', 1500, 'Half')
    await race.record('101', 3000)
    await race.record('102', 3060.5)
    await race.record('103', 3120)
    await race.record('104', 1800, 'Half')
    await race.publish('live')
  })
}
