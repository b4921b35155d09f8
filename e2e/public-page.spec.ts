import { createAccount } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'

const WILD = `"a" 'b' </script><script>x</script><!-- & \u2028`

test('the policy of the page takes the data for search engines', async ({ page, origin, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  const organiser = await createAccount(origin, 'Olga Organiser')
  const { _id: id } = await organiser.createMarathon({ title: WILD, description: WILD })
  const violations: string[] = []
  await page.exposeFunction('onViolation', (directive: string) => void violations.push(directive))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      (window as unknown as { onViolation(name: string): void }).onViolation(event.effectiveDirective),
    ),
  )
  await page.goto(`/e/${id}`)
  await expect(page.locator('main')).toBeVisible()
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'SportsEvent', name: WILD.trim() })
  expect(violations).toEqual([])
})
