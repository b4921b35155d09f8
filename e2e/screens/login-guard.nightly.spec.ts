import { expectAccessible } from '../support/checks.ts'
import { expect, test } from '../support/fixtures.ts'

// What a change seldom breaks. login-guard.spec.ts has what each change must pass.

test('a login that a link led to names the race, as far as it is public, or the invitation', async ({
  page,
  account,
  quietConsole,
}) => {
  // The soonest of all is on a public list, whatever other tests add. The worker keeps that list for a second.
  const startDate = new Date(Date.now() + 60_000).toISOString()
  const { _id, title } = await account.createMarathon({ title: 'Shared run', startDate })
  await expect.poll(async () => (await page.request.get('/api/upcomingMarathon')).text()).toContain(_id)
  for (const path of [`/marathons/${_id}`, `/marathon/registration/${_id}`]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(title)
    await expect(page.getByText('Log in to see this event and to register.')).toBeVisible()
    await expectAccessible(page, 'a login that names a race')
  }
  const path = `/api/marathons/${_id}/invitations`
  const { url } = (await account.call('POST', path, { role: 'organiser' })) as { url: string }
  await page.goto(new URL(url).pathname)
  await expect(page).toHaveURL('/login?redirect=%2Finvitation')
  for (const words of ['You are invited to organise this event.', title]) {
    await expect(page.getByRole('main')).toContainText(words)
  }
  await expect(page.getByText('Log in to accept.')).toBeVisible()
  await expectAccessible(page, 'a login that names an invitation')
  await page.getByRole('link', { name: 'Register Now' }).click()
  await expect(page.getByText('Create an account to accept.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(title)
  quietConsole.allow(/404/)
  await page.goto('/invitation/c2FtcGxlLWludml0YXRpb24')
  await expect(page.getByText('This invitation is no longer valid. Ask the organiser for a new one.')).toBeVisible()
  await page.goto('/dashboard/myApply')
  await expect(page.getByText(/Log in to see/)).toBeHidden()
})
