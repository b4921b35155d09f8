const TOUCHES = ['pointerdown', 'touchstart', 'keydown', 'wheel']

let first: Promise<void> | undefined

/**
 * Resolves when the user first touches the page: a tap, a key or the wheel. Until then a page only shows, so the code
 * that keeps what a user makes waits for it.
 */
export function firstTouch(): Promise<void> {
  first ??= new Promise((resolve) => {
    const touched = () => {
      for (const name of TOUCHES) removeEventListener(name, touched, true)
      resolve()
    }
    for (const name of TOUCHES) addEventListener(name, touched, { capture: true, passive: true })
  })
  return first
}
