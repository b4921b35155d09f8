// A kept screen is the markup that this phone last showed at an address (decision 034). Kept screens are in
// localStorage, because the inline script must read them synchronously before the first paint.

/**
 * Prefix of the localStorage key of a kept screen. The path follows it. The first line of the value is the stamp: the
 * address of the style sheet, the offset of the phone's time zone, and the language.
 */
export const KEPT_SCREEN = 'first-screen:'

/** The localStorage key of the list of kept screens. A phone on which nobody is signed in has none. */
export const ORDER = 'first-screens'
/** The browser reads the whole localStorage when a page reads the first key, so it must stay small. */
const MAX_KEPT = 8

interface Kept {
  address: string
  lasting: boolean
}

/**
 * Saves the screen of an address. If there are too many, it deletes the oldest one, and a lasting one only if all are
 * lasting. If localStorage is full or forbidden, the address has no kept screen afterwards.
 * @param stamp what the markup depends on, see `KEPT_SCREEN`
 * @param lasting true for the user's own race: screens of other marathons do not replace it
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
  ifAllowed(() => {
    drop(dropped, others)
    localStorage.setItem(KEPT_SCREEN + address, `${stamp}\n${markup}`)
    localStorage.setItem(ORDER, JSON.stringify([...others, { address, lasting }]))
  })
}

/** Deletes the kept screen of an address. */
export function forgetScreen(address: string) {
  ifAllowed(() => drop([address], without(address)))
}

/**
 * Deletes all kept screens, so that the next account sees nothing of this one. It finds them by their prefix: if
 * localStorage was full, a saved screen may be missing in the list.
 */
export function forgetScreens() {
  ifAllowed(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT_SCREEN)) localStorage.removeItem(key)
    localStorage.removeItem(ORDER)
  })
}

function drop(addresses: string[], remaining: Kept[]) {
  for (const address of addresses) localStorage.removeItem(KEPT_SCREEN + address)
  localStorage.setItem(ORDER, JSON.stringify(remaining))
}

function ifAllowed(change: () => void) {
  try {
    change()
  } catch {
    // localStorage is forbidden or full. The screen is not kept, and the app draws it itself, a moment later.
  }
}

function without(address: string): Kept[] {
  return kept().filter((one) => one.address !== address)
}

/** The kept screens, the one that was saved first comes first. */
function kept(): Kept[] {
  try {
    // Only `keepScreen` and `drop` write it, with this type.
    return JSON.parse(localStorage.getItem(ORDER) ?? '[]') as Kept[]
  } catch {
    return []
  }
}
