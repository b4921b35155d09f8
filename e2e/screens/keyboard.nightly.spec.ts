import { createAccount } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { logInByForm } from '../support/log-in.ts'

// What a change seldom breaks. keyboard.spec.ts has what each change must pass.

test('a pop-up that closes takes the focus from nothing that has it since', async ({ page, origin }) => {
  // The pop-up comes after the screen, and the tap in the moment in which it closes.
  await page.route(/\/sweetalert2[^/]*\.js/, async (route) => {
    await new Promise((done) => setTimeout(done, 1500))
    await route.continue()
  })
  await page.addInitScript(() => {
    let wasOpen = false
    new MutationObserver(() => {
      const isOpen = document.querySelector('.swal2-container') !== null
      if (wasOpen && !isOpen) document.querySelector<HTMLElement>('input[name="location"]')?.focus()
      wasOpen = isOpen
    }).observe(document, { childList: true, subtree: true })
  })
  const account = await createAccount(origin, 'Kay Keys')
  await logInByForm(page, account, '/dashboard/addMarathon')
  // SweetAlert's own return of the focus would come after 100 ms.
  await page.waitForTimeout(500)
  await expect(page.getByLabel('Location')).toBeFocused()
})
