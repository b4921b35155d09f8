import { KEPT_SCREEN } from './inline-script.ts'

// What this phone last showed at an address, as markup (decision 034). In localStorage, because the page reads it
// before its first paint.

const ORDER = 'first-screens'
/** The whole store is read with the first of them. */
const MAX_KEPT = 8

interface Kept {
  address: string
  lasting: boolean
}

/**
 * Keeps a screen, or none where the store is full or forbidden.
 * @param stamp what the markup rests on
 * @param lasting one's own race: looking around among other events does not push it out
 */
export function keepScreen(address: string, stamp: string, markup: string, lasting = false) {
  const others = without(address)
  const dropped = [address]
  while (others.length >= MAX_KEPT) {
    const first = Math.max(
      0,
      others.findIndex((one) => !one.lasting),
    )
    dropped.push(...others.splice(first, 1).map((one) => one.address))
  }
  change(dropped, others, () => {
    localStorage.setItem(KEPT_SCREEN + address, `${stamp}\n${markup}`)
    localStorage.setItem(ORDER, JSON.stringify([...others, { address, lasting }]))
  })
}

/** Forgets the screen of an address. */
export function forgetScreen(address: string) {
  change([address], without(address))
}

/**
 * Forgets all of them: nothing of what an account saw is left for the next one. By prefix, because a full store may
 * have taken a screen and not the list that names it.
 */
export function forgetScreens() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT_SCREEN)) localStorage.removeItem(key)
    localStorage.removeItem(ORDER)
  } catch {
    // Where localStorage is forbidden, nothing was kept.
  }
}

function change(dropped: string[], left: Kept[], keep?: () => void) {
  try {
    for (const address of dropped) localStorage.removeItem(KEPT_SCREEN + address)
    localStorage.setItem(ORDER, JSON.stringify(left))
    keep?.()
  } catch {
    // The app shows the screen all the same, a moment later.
  }
}

function without(address: string): Kept[] {
  return kept().filter((one) => one.address !== address)
}

/** The longest unseen first. */
function kept(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(ORDER) ?? '[]') as Kept[]
  } catch {
    return []
  }
}
