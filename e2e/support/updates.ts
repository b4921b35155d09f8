import { test as base, type Locator } from '@playwright/test'
import { deployment } from './deployments.ts'
import type { Edge } from './edge.ts'
import { startInstalledPhone, startPhoneEdge } from './installed-phone.ts'
import type { Phone } from './phone.ts'

interface Fixtures {
  /** The mark of the version that is deployed and installed when the test begins. */
  installed: string
  edge: Edge
  phone: Phone
}

/** A test of a phone with a version of the app, on which nobody has signed in yet. It deploys others in `edge.deployed`. */
export const test = base.extend<Fixtures>({
  installed: ['v1', { option: true }],

  edge: async ({ baseURL, installed }, use) => {
    const edge = await startPhoneEdge(baseURL as string)
    edge.deployed = deployment(installed)
    await use(edge)
    await edge.close()
  },

  phone: async ({ edge, installed }, use) => {
    const phone = await startInstalledPhone(edge, [], installed)
    await use(phone)
    await phone.close()
  },
})

/** The element whose `data-version` is the mark of the version that the page runs. */
export const version = ({ page }: Phone): Locator => page.locator('html')

export const updateButton = ({ page }: Phone): Locator => page.getByRole('button', { name: 'Update now' })
