import { expect } from '@playwright/test'
import { untilSynced } from '../support/phone.ts'
import type { Person } from './person.ts'
import { type Stage, screenOf } from './stage.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const inDays = (days: number) => DAY.format(Date.now() + days * 86_400_000)

/** The owner makes the event on a phone and shares it, and those who will help accept their invitations. */
export async function theEventIsMade(stage: Stage): Promise<void> {
  const { owner, organiser, gate, desk, timer, second } = stage.people
  await makeEvent(stage)
  for (const [helper, role, screen] of [
    [organiser, 'Organiser', ''],
    [gate, 'Gate', 'checkIn'],
    [desk, 'Desk', 'checkIn'],
    [timer, 'Timer', ''],
    [second, 'Timer', ''],
  ] as const)
    await invite(stage, helper, role, screen)
  await owner.hears()
  await expect(owner.page.getByRole('button', { name: /^Tom Timer/ })).toBeVisible()
  await owner.looks('the staff')
  await theEventIsShared(stage)
}

async function makeEvent(stage: Stage) {
  const { owner } = stage.people
  const { page } = owner
  await owner.opens('/dashboard/addMarathon')
  const form = page.getByRole('form', { name: 'Add Marathon' })
  const type = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text)
  await type('Title', stage.title)
  await type('Location', 'Kiel, Germany')
  await form.getByLabel('Distance', { exact: true }).selectOption('10k')
  await type('Marathon Start', inDays(60))
  await type('Registration Start', inDays(3))
  await type('Registration End', inDays(50))
  await form.getByLabel(/^Capacity/).fill(String(stage.sizes.places))
  await form.getByText('More settings').click()
  await form.getByLabel(/^Handing on until/).fill(inDays(55))
  await type('Description', 'Ten kilometres along the water.')
  await form.getByRole('button', { name: 'Drawing 3' }).click()
  await owner.looks('the form of a new event')
  await form.getByRole('button', { name: 'Add Marathon' }).click()
  const added = page.getByRole('dialog', { name: 'You Successfully Added a Marathon!' })
  await added.getByRole('button', { name: 'Open the event' }).click()
  await expect(page.getByRole('heading', { name: stage.title })).toBeVisible()
  stage.marathonId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await owner.looks('the event of its organiser')
  owner.knows('event')
}

/** The owner makes a link for somebody, who opens it and accepts. */
async function invite(stage: Stage, helper: Person, role: string, screen: string) {
  const { owner } = stage.people
  await owner.opens(screenOf(stage, 'staff'))
  await owner.page.getByRole('button', { name: 'Invite somebody' }).click()
  await owner.page.getByRole('dialog').getByRole('button', { name: role }).click()
  const link = await owner.page.getByText(/\/invitation\/[\w-]{22}$/).textContent()
  await owner.page.getByRole('button', { name: 'Done' }).click()
  await helper.opens(new URL(link ?? '').pathname)
  await helper.page.getByRole('button', { name: `Accept as ${helper.name}` }).click()
  await helper.page.waitForURL(new RegExp(`${screenOf(stage, screen)}$`))
  await untilSynced(helper.page)
  await expect(helper.page.getByText(stage.title).first()).toBeVisible()
  await helper.looks(`what a ${role} sees first`)
  helper.knows('event')
}

/** The owner shares the link that everybody may open: the page of the event and its picture for other apps. */
async function theEventIsShared(stage: Stage) {
  const { owner } = stage.people
  await owner.opens(screenOf(stage))
  await expect(owner.page.getByRole('img', { name: 'The event as a QR code' })).toBeVisible()
  const page = await fetch(`${stage.origin}/e/${stage.marathonId}`)
  const text = await page.text()
  expect(text).toContain(`<title>${stage.title}`)
  expect(text, 'no mail address of anybody is in what everybody reads').not.toContain('@example.com')
}
