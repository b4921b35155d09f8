/** The name under which scripts/mutants/run.ts hands a test file its mutant. */
export const MUTANT_KEY = 'mutant'

declare module 'vitest' {
  interface ProvidedContext {
    /** The mutant that is switched on, and how often its code may run before it counts as endless. */
    [MUTANT_KEY]: { id: string; hitLimit: number }
  }
  interface TaskMeta {
    /** How often a test file reached each mutant. */
    reached?: Record<string, number>
  }
}
