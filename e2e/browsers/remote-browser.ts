/** A browser that is driven from outside, with only what the offline core needs. */
export interface RemoteBrowser {
  readonly name: string
  /** Starts a navigation; whether it got there is for the content to say. */
  open(url: string): Promise<void>
  /** Runs an expression in the page; promises are awaited. */
  run<T>(expression: string): Promise<T>
  /** Ends the process at once and starts it on the same profile; null where the browser keeps none. */
  restart: (() => Promise<void>) | null
  close(): Promise<void>
}
