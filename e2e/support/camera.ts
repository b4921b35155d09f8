import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import { type Account, applicationFields, createAccount, enterRunner, type NewMarathon } from './account.ts'
import type { Edge } from './edge.ts'
import { cameraFlags, type Scene, writeCameraVideo } from './fake-camera.ts'
import { startInstalledPhone, startPhoneEdge } from './installed-phone.ts'
import { logInAndSync, type Phone } from './phone.ts'

export let edge: Edge
let folder: string
let organiser: Account
let runners: Account
export let marathon: NewMarathon
const phones: Phone[] = []

/** Prepares each test of the file that calls this. */
export function prepareCamera(): void {
  test.beforeEach(async ({ baseURL }) => {
    const upstream = baseURL as string
    folder = mkdtempSync(join(tmpdir(), 'startline-camera-'))
    edge = await startPhoneEdge(upstream)
    organiser = await createAccount(upstream, 'Olga Organiser')
    runners = await createAccount(upstream, 'Carl Club')
    marathon = await organiser.createMarathon({ title: 'Harbour run' })
  })
  test.afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.close()
    await edge.close()
    rmSync(folder, { recursive: true })
  })
}

/** Enters a runner. @returns the code of the entry */
export function enter(firstName: string): Promise<string> {
  return enterRunner(runners, applicationFields(marathon, { firstName, lastName: `${firstName}son` }))
}

export const path = () => `${edge.origin}/dashboard/myMarathons/${marathon._id}/checkIn`
export const answer = (page: Page) => page.getByRole('region', { name: 'Last answer' }).getByRole('alert')
export const word = (page: Page, text: string) => answer(page).getByText(text, { exact: true })

/** A phone of the organiser with the entrants on it, whose camera sees these scenes again and again. */
export async function startCamera(scenes: Scene[]): Promise<Phone> {
  const video = join(folder, `${phones.length}.y4m`)
  writeCameraVideo(video, scenes)
  return logInOn(await startInstalledPhone(edge, cameraFlags(video)), true)
}

export async function logInOn(phone: Phone, isAllowed: boolean): Promise<Phone> {
  phones.push(phone)
  if (isAllowed) await phone.context.grantPermissions(['camera'], { origin: edge.origin })
  await logInAndSync(phone.page, edge.origin, organiser.email)
  return phone
}
