/** A remote-controlled browser, with the functions that its checks need. */
export interface RemoteBrowser {
  readonly name: string
  /** Starts a navigation. It does not throw if the navigation fails; the caller checks the content. */
  open(url: string): Promise<void>
  /** Evaluates an expression in the page and awaits a promise. */
  run<T>(expression: string): Promise<T>
  /** Presses the mouse at a place in CSS pixels: browsers of the desktop have no touches. */
  tap(x: number, y: number): Promise<void>
  /** Kills the process and starts it with the same profile; null for a browser without a profile. */
  restart: (() => Promise<void>) | null
  close(): Promise<void>
}

/** What WebDriver and WebDriver BiDi call a tap. */
export function tapActions(x: number, y: number) {
  const actions = [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] }
}
