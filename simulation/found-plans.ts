import type { Plan } from './steps.ts'

/**
 * A reduced plan that once broke an invariant. It is kept as a plan because a change of `steps.ts` changes what a seed
 * draws.
 */
export interface FoundPlan {
  /** The invariant that broke, and the bug. */
  what: string
  /** The seed and the run of that seed that found it. */
  seed: number
  run: number
  plan: Plan
}

/** Every plan that found a bug. `npm test` runs all of them. */
export const FOUND_PLANS: FoundPlan[] = [
  {
    what: 'INV-2: a person was registered twice where a later op of the request freed the name again',
    seed: 424_242,
    run: 340,
    plan: {
      pageRows: 2,
      steps: [
        {
          do: 'race',
          passes: [
            {
              device: 3,
              faults: ['no cookie', 'no cookie', 'd1 0 after', 'ok'],
              dieAfter: -1,
              meanwhile: ['invalid', 23, 18],
            },
            { dieAfter: -1, device: 2, faults: ['ok'], meanwhile: ['entry.update', 21, 11] },
            {
              dieAfter: -1,
              device: 1,
              faults: ['busy', 'twice, first answer', 'ok', 'ok'],
              meanwhile: ['event.create', 4, 14],
            },
          ],
          choices: [2, 5],
          late: true,
          hot: ['apply', 7, 1],
        },
        {
          do: 'race',
          passes: [
            { dieAfter: -1, device: 2, faults: ['ok', 'late'], meanwhile: ['event.create', 4, 17] },
            { dieAfter: -1, device: 3, faults: ['busy', 'ok', 'other cookie'], meanwhile: ['invalid', 2, 9] },
            { dieAfter: -1, device: 0, faults: ['ok', 'ok', 'ok'], meanwhile: ['entry.delete', 23, 20] },
          ],
          choices: [0, 3, 2, 2, 4, 1, 0, 5, 4],
          late: true,
          hot: null,
        },
        {
          do: 'race',
          passes: [
            { dieAfter: -1, device: 2, faults: ['ok'], meanwhile: ['apply', 2, 20] },
            {
              dieAfter: -1,
              device: 4,
              faults: ['ok', 'ok', 'crash before', 'd1 1 before'],
              meanwhile: ['event.update', 2, 5],
            },
            {
              dieAfter: 9,
              device: 1,
              faults: ['ok', 'd1 1 after', 'ok', 'crash before'],
              meanwhile: ['entry.delete', 2, 1],
            },
          ],
          choices: [3, 2, 1, 3],
          late: true,
          hot: ['entry.rename', 18, 2],
        },
      ],
    },
  },
  {
    what: 'INV-21: the check wanted a deleted notice gone before the page that deletes the last own application',
    seed: 28_188_141,
    run: 71,
    plan: {
      pageRows: 2,
      steps: [
        { do: 'last place', grows: true, choices: [1, 3, 3, 2, 5] },
        { do: 'late runner', deletes: true, choices: [0, 3, 3] },
        { do: 'edit', device: 3, kind: 'entry.delete', a: 17, b: 1 },
        {
          do: 'sync',
          pass: {
            device: 3,
            faults: [],
            dieAfter: -1,
            meanwhile: ['entry.delete', 0, 8],
            logoutAt: -1,
            isWipeEarly: false,
          },
        },
      ],
    },
  },
]
