/** The module that the Workers test pool gives to a test. */
declare module 'cloudflare:workers' {
  export const env: import('../worker/env.ts').Env & {
    /** The number of runs and the first seed; empty for the defaults of the test. */
    SIM_RUNS?: string
    SIM_SEED?: string
  }
  export function waitUntil(promise: Promise<unknown>): void
}
