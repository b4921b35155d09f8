/** A remote-controlled browser, with the functions that the offline core needs. */
export interface RemoteBrowser {
  readonly name: string
  /** Starts a navigation. It does not throw if the navigation fails; the caller checks the content. */
  open(url: string): Promise<void>
  /** Evaluates an expression in the page and awaits a promise. */
  run<T>(expression: string): Promise<T>
  /** Kills the process and starts it with the same profile; null for a browser without a profile. */
  restart: (() => Promise<void>) | null
  close(): Promise<void>
}
