import { KEPT_SCREEN } from '../../contract/first-screen.ts'

// What this phone last showed at an address, as markup (decision 034). In localStorage, because the page reads it
// before its first paint.

const ORDER = 'first-screens'
/** The whole store is read with the first of them. */
const MAX_KEPT = 8

/** Keeps a screen, or none where the store is full or forbidden. @param stamp what the markup rests on */
export function keepScreen(address: string, stamp: string, markup: string) {
  const others = addresses().filter((one) => one !== address)
  const dropped = others.splice(0, others.length + 1 - MAX_KEPT)
  change([...dropped, address], others, () => {
    localStorage.setItem(KEPT_SCREEN + address, `${stamp}\n${markup}`)
    localStorage.setItem(ORDER, JSON.stringify([...others, address]))
  })
}

/** Forgets the screen of an address. */
export function forgetScreen(address: string) {
  change(
    [address],
    addresses().filter((one) => one !== address),
  )
}

/** Forgets all of them: nothing of what an account saw is left for the next one. */
export function forgetScreens() {
  change(addresses(), [])
}

function change(dropped: string[], left: string[], keep?: () => void) {
  try {
    for (const address of dropped) localStorage.removeItem(KEPT_SCREEN + address)
    localStorage.setItem(ORDER, JSON.stringify(left))
    keep?.()
  } catch {
    // The app shows the screen all the same, a moment later.
  }
}

/** The longest unseen first. */
function addresses(): string[] {
  try {
    return JSON.parse(localStorage.getItem(ORDER) ?? '[]') as string[]
  } catch {
    return []
  }
}
