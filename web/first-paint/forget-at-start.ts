import { DAY_MS } from '../../contract/limits.ts'

const YEAR_MS = 365 * DAY_MS

/** The cookie that asks the inline script of the next page to delete all kept screens. */
export const FORGET_SCREENS = 'forget-screens'

/**
 * Makes the next page delete all kept screens before it shows one. The service worker calls this where it ends a
 * session: it cannot reach localStorage. Only browsers that have `cookieStore` wake it while no page is open.
 */
export async function forgetScreensAtStart(): Promise<void> {
  const { cookieStore } = globalThis as { cookieStore?: { set(cookie: object): Promise<void> } }
  const cookie = { name: FORGET_SCREENS, value: '1', path: '/', sameSite: 'strict', expires: Date.now() + YEAR_MS }
  await cookieStore?.set(cookie).catch(() => undefined)
}
