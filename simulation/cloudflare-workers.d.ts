/** What the Workers test pool gives to a test. */
declare module 'cloudflare:workers' {
  export const env: import('../worker/env.ts').Env & {
    /** How many runs, and from which seed; empty for the test's own. */
    SIM_RUNS?: string
    SIM_SEED?: string
  }
}
