const TOUCHES = ['pointerdown', 'touchstart', 'keydown', 'wheel']

/**
 * Resolves when the user first touches the page: a tap, a key or the wheel. Until then a page only shows, so the code
 * that reacts, and the code that keeps what a user makes, wait for it.
 */
export const firstTouch: Promise<void> = new Promise((resolve) => {
  const touched = () => {
    for (const name of TOUCHES) removeEventListener(name, touched, true)
    resolve()
  }
  for (const name of TOUCHES) addEventListener(name, touched, { capture: true, passive: true })
})
