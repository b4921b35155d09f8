import { afterEach, expect, it, vi } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { AboutUsScreen } from './about-us-screen.tsx'
import { ContactScreen } from './contact-screen.tsx'
import { PrivacyScreen } from './privacy-screen.tsx'

afterEach(() => vi.unstubAllEnvs())

it('Contact names the address that the operator has set', async () => {
  vi.stubEnv('OPERATOR_EMAIL', 'help@run.example')
  const { box, leave } = renderPart(await emptyAccount(), <ContactScreen />)
  await until(() => expect(box.querySelector('a[href="mailto:help@run.example"]')).not.toBeNull())
  leave()
})

it('neither About Us nor Contact says that somebody can be written to where no address is set', async () => {
  const { box, text, leave } = renderPart(
    await emptyAccount(),
    <>
      <AboutUsScreen />
      <ContactScreen />
    </>,
  )
  await until(() => expect(text()).toContain('Answers to the most common questions.'))
  expect(text()).not.toMatch(/write to us/i)
  expect(box.querySelector('a[href^="mailto:"]')).toBeNull()
  leave()
})

it.each([
  ['', '180 days'],
  ['30', '30 days'],
])('the privacy policy says after how many days contact data is erased: CONTACT_DAYS=%s', async (setting, days) => {
  vi.stubEnv('CONTACT_DAYS', setting)
  const { text, leave } = renderPart(await emptyAccount(), <PrivacyScreen />)
  await until(() => expect(text()).toContain(`is erased ${days} after the event`))
  leave()
})
