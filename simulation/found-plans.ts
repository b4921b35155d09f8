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
  {
    what: 'INV-21: a page with the deletion of an own application removed the notices of a marathon where the account helps',
    seed: 36_107_141,
    run: 142,
    plan: {
      pageRows: 5,
      steps: [
        {
          do: 'race',
          passes: [
            {
              device: 3,
              faults: ['lose answer', 'ok', 'other cookie', 'ok'],
              dieAfter: -1,
              meanwhile: ['event.create', 23, 21],
              logoutAt: -1,
              isWipeEarly: true,
            },
            { device: 2, faults: ['ok', 'busy', 'ok'], dieAfter: -1, meanwhile: null, logoutAt: 1, isWipeEarly: true },
          ],
          choices: [1],
          late: false,
          hot: ['entry.update', 0, 1],
        },
        {
          do: 'race',
          passes: [
            {
              device: 3,
              faults: ['ok', 'd1 0 before', 'ok', 'ok', 'busy'],
              dieAfter: -1,
              meanwhile: ['event.draw', 17, 8],
              logoutAt: -1,
              isWipeEarly: true,
            },
            { device: 4, faults: [], dieAfter: -1, meanwhile: ['event.delete', 4, 6], logoutAt: -1, isWipeEarly: true },
          ],
          choices: [3, 5, 2, 1],
          late: true,
          hot: ['entry.delete', 7, 6],
        },
        { do: 'two gates', leaves: true, choices: [] },
        {
          do: 'race',
          passes: [
            { device: 0, faults: [], dieAfter: -1, meanwhile: null, logoutAt: -1, isWipeEarly: false },
            { device: 3, faults: [], dieAfter: -1, meanwhile: null, logoutAt: 3, isWipeEarly: true },
          ],
          choices: [3, 0, 4, 0, 2, 3, 4, 3, 2],
          late: true,
          hot: ['apply or wait', 3, 0],
        },
        { do: 'edit', device: 3, kind: 'apply', a: 4, b: 21 },
        { do: 'same bib', choices: [5, 3, 1, 4, 5, 0, 5, 0, 1] },
        {
          do: 'race',
          passes: [
            {
              device: 3,
              faults: ['crash after', 'ok'],
              dieAfter: -1,
              meanwhile: ['event.update two fields', 7, 3],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 4,
              faults: ['d1 1 before'],
              dieAfter: -1,
              meanwhile: ['apply or wait', 18, 11],
              logoutAt: -1,
              isWipeEarly: true,
            },
            {
              device: 1,
              faults: ['ok', 'no cookie'],
              dieAfter: -1,
              meanwhile: ['apply', 20, 14],
              logoutAt: -1,
              isWipeEarly: false,
            },
          ],
          choices: [],
          late: false,
          hot: ['entry.delete', 18, 15],
        },
        {
          do: 'race',
          passes: [
            {
              device: 2,
              faults: ['ok', 'ok'],
              dieAfter: -1,
              meanwhile: ['apply', 13, 22],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 0,
              faults: ['crash before', 'ok', 'twice, first answer', 'lose answer'],
              dieAfter: -1,
              meanwhile: ['entry.update', 15, 4],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 1,
              faults: ['d1 1 after', 'ok', 'twice', 'ok'],
              dieAfter: 0,
              meanwhile: ['entry.delete', 8, 12],
              logoutAt: -1,
              isWipeEarly: true,
            },
            {
              device: 4,
              faults: ['busy', 'ok', 'ok', 'ok'],
              dieAfter: -1,
              meanwhile: ['event.update', 15, 9],
              logoutAt: -1,
              isWipeEarly: false,
            },
          ],
          choices: [4, 2, 4, 2, 5, 4, 1, 3, 4],
          late: true,
          hot: ['entry.update', 18, 19],
        },
        { do: 'old races', device: 3, a: 14 },
        { do: 'help', device: 4, joins: true, a: 10 },
        { do: 'ballot', places: 1, reopens: false, choices: [1, 3, 4, 5] },
      ],
    },
  },
  {
    what: 'INV-19: the check took the name of an own entry, scanned at a marathon of a former helper, for an entrant’s',
    seed: 1_024_485_027,
    run: 68,
    plan: {
      pageRows: 4,
      steps: [
        { do: 'helper at the gate', removed: true, choices: [0, 3, 0, 5, 0, 3, 2, 2] },
        { do: 'edit', device: 0, kind: 'apply or wait', a: 2, b: 21 },
        { do: 'last place', grows: true, choices: [5, 2, 1, 4, 0, 5, 5, 0, 4] },
        { do: 'edit', device: 3, kind: 'scan.foreign', a: 15, b: 4 },
      ],
    },
  },
  {
    what: 'INV-2: the model did not know the first of two scans between which the phone died',
    seed: 771_305_528,
    run: 34,
    plan: {
      pageRows: undefined,
      steps: [
        { do: 'ballot', places: 1, reopens: false, choices: [4] },
        {
          do: 'race',
          passes: [
            { device: 1, faults: [], dieAfter: -1, meanwhile: ['apply', 9, 17], logoutAt: -1, isWipeEarly: true },
            {
              device: 4,
              faults: ['d1 1 after'],
              dieAfter: 2,
              meanwhile: ['scan twice', 23, 21],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 0,
              faults: ['d1 0 after', 'ok'],
              dieAfter: -1,
              meanwhile: ['apply or wait', 9, 23],
              logoutAt: -1,
              isWipeEarly: true,
            },
          ],
          choices: [5, 4, 2, 4, 5],
          late: false,
          hot: ['event.draw', 20, 4],
        },
      ],
    },
  },
  {
    what: 'INV-4: the backup of a phone had lost the last position of its outbox, so the journal replaced an edit',
    seed: 1_318_016_712,
    run: 121,
    plan: {
      pageRows: 2,
      steps: [
        { do: 'snapshot', device: 0 },
        { do: 'rollback', device: 0 },
        { do: 'epoch' },
        { do: 'edit', device: 0, kind: 'apply', a: 14, b: 21 },
      ],
    },
  },
  {
    what: 'INV-19: a helper who was removed and started over kept what was withdrawn there',
    seed: 271_605_870,
    run: 131,
    plan: {
      pageRows: 5,
      steps: [
        { do: 'help', device: 2, joins: true, a: 16 },
        {
          do: 'sync',
          pass: {
            device: 2,
            faults: ['ok', 'ok', 'broken', 'ok', 'twice'],
            dieAfter: -1,
            meanwhile: ['apply', 1, 7],
            logoutAt: -1,
            isWipeEarly: false,
          },
        },
        { do: 'edit', device: 2, kind: 'apply', a: 12, b: 7 },
        {
          do: 'sync',
          pass: {
            device: 2,
            faults: ['ok', 'ok', 'ok', 'portal', 'ok'],
            dieAfter: -1,
            meanwhile: ['entry.delete', 9, 2],
            logoutAt: -1,
            isWipeEarly: true,
          },
        },
        { do: 'help', device: 1, joins: false, a: 0 },
        { do: 'help', device: 1, joins: true, a: 13 },
      ],
    },
  },
  {
    what: 'INV-14: the check took the lower cursor of a phone that starts over for a deletion that is not shown',
    seed: 465_580_896,
    run: 39,
    plan: {
      pageRows: 2,
      steps: [
        { do: 'ballot', places: 0, reopens: false, choices: [2, 0, 5, 3, 4, 4, 1] },
        {
          do: 'race',
          passes: [
            {
              device: 0,
              faults: ['twice, first answer', 'd1 1 after'],
              dieAfter: -1,
              meanwhile: ['apply or wait', 9, 22],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 1,
              faults: ['ok'],
              dieAfter: -1,
              meanwhile: ['event.create', 9, 0],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 2,
              faults: ['twice, first answer', 'ok', 'twice'],
              dieAfter: -1,
              meanwhile: ['future', 8, 6],
              logoutAt: -1,
              isWipeEarly: true,
            },
            {
              device: 3,
              faults: ['ok', 'ok'],
              dieAfter: 7,
              meanwhile: ['future', 14, 1],
              logoutAt: -1,
              isWipeEarly: true,
            },
          ],
          choices: [1, 0, 5, 1, 2, 5, 2, 1],
          late: true,
          hot: ['entry.delete', 19, 8],
        },
        { do: 'helper at the gate', removed: false, choices: [5, 3, 3, 0, 4, 0, 5, 5, 3, 5] },
      ],
    },
  },
  {
    what: 'INV-6: the check wanted the deletion of an entrant on the phone of a helper who was just removed',
    seed: 465_580_896,
    run: 39,
    plan: {
      pageRows: 2,
      steps: [
        { do: 'edit', device: 0, kind: 'event.delete', a: 13, b: 8 },
        { do: 'help', device: 2, joins: true, a: 10 },
        {
          do: 'race',
          passes: [
            {
              device: 4,
              faults: ['ok', 'ok', 'ok', 'ok'],
              dieAfter: -1,
              meanwhile: null,
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 2,
              faults: ['busy', 'drop', 'ok', 'd1 1 before'],
              dieAfter: 2,
              meanwhile: ['future', 9, 5],
              logoutAt: -1,
              isWipeEarly: false,
            },
          ],
          choices: [0, 1, 1, 0, 1, 2, 1],
          late: false,
          hot: ['entry.delete', 23, 17],
        },
        { do: 'edit', device: 3, kind: 'apply', a: 12, b: 10 },
        { do: 'ballot', places: 0, reopens: false, choices: [2, 0, 5, 3, 4, 4, 1] },
        { do: 'ballot', places: 0, reopens: false, choices: [5, 5, 3] },
        {
          do: 'race',
          passes: [
            {
              device: 4,
              faults: ['ok', 'ok'],
              dieAfter: -1,
              meanwhile: ['notice.delete', 11, 1],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 3,
              faults: ['d1 1 after'],
              dieAfter: -1,
              meanwhile: ['notice.write', 9, 3],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 0,
              faults: [],
              dieAfter: -1,
              meanwhile: ['entry.update', 23, 0],
              logoutAt: -1,
              isWipeEarly: true,
            },
            {
              device: 2,
              faults: ['ok', 'ok', 'd1 1 after', 'ok'],
              dieAfter: -1,
              meanwhile: ['apply', 7, 19],
              logoutAt: -1,
              isWipeEarly: false,
            },
          ],
          choices: [3, 5, 3, 4],
          late: false,
          hot: null,
        },
        {
          do: 'race',
          passes: [
            {
              device: 0,
              faults: ['twice, first answer', 'd1 1 after'],
              dieAfter: -1,
              meanwhile: ['apply or wait', 9, 22],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 1,
              faults: ['ok'],
              dieAfter: -1,
              meanwhile: ['event.create', 9, 0],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 2,
              faults: ['twice, first answer', 'ok', 'twice'],
              dieAfter: -1,
              meanwhile: ['future', 8, 6],
              logoutAt: -1,
              isWipeEarly: true,
            },
            {
              device: 3,
              faults: ['ok', 'ok'],
              dieAfter: 7,
              meanwhile: ['future', 14, 1],
              logoutAt: -1,
              isWipeEarly: true,
            },
          ],
          choices: [1, 0, 5, 1, 2, 5, 2, 1],
          late: true,
          hot: ['entry.delete', 19, 8],
        },
        { do: 'help', device: 2, joins: false, a: 19 },
      ],
    },
  },
  {
    what: 'INV-14: the check did not look at the phone that made something new beside a half-broken one',
    seed: 299_441_265,
    run: 21,
    plan: {
      pageRows: undefined,
      steps: [
        { do: 'half-broken', device: 0, how: 'slow line', a: 4, choices: [0, 1, 1, 1, 5, 5, 4, 5, 0, 4, 5, 1] },
        { do: 'log out, keep', device: 3 },
      ],
    },
  },
  {
    what: 'INV-13: an edit that failed long waited until a newer one had failed as often',
    seed: 1_290_047_713,
    run: 19,
    plan: {
      pageRows: 2,
      steps: [
        { do: 'half-broken', device: 1, how: 'crowd', a: 5, choices: [5, 2, 2] },
        { do: 'half-broken', device: 1, how: 'firewall', a: 9, choices: [1, 0, 2, 0, 1, 2, 2, 1, 4, 3] },
      ],
    },
  },
  {
    what: 'INV-6: the check wanted a marathon whose 30 days passed while the last passes waited',
    seed: 772_200_119,
    run: 83,
    plan: {
      pageRows: 2,
      steps: [
        {
          do: 'race',
          passes: [
            { device: 3, faults: [], dieAfter: -1, meanwhile: null, logoutAt: -1, isWipeEarly: true },
            { device: 2, faults: [], dieAfter: -1, meanwhile: null, logoutAt: -1, isWipeEarly: false },
            {
              device: 1,
              faults: ['ok', 'late', 'lose answer'],
              dieAfter: -1,
              meanwhile: null,
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 0,
              faults: ['ok', 'late'],
              dieAfter: -1,
              meanwhile: ['event.create ballot', 3, 2],
              logoutAt: -1,
              isWipeEarly: false,
            },
          ],
          choices: [2, 2, 4, 3, 3, 5, 2],
          late: false,
          hot: ['entry.update', 22, 3],
        },
        { do: 'tick', ms: 3024000000 },
        { do: 'tick', ms: 3024000000 },
        {
          do: 'race',
          passes: [
            {
              device: 3,
              faults: ['ok', 'd1 0 after', 'ok', 'ok', 'ok'],
              dieAfter: -1,
              meanwhile: ['event.update', 1, 11],
              logoutAt: -1,
              isWipeEarly: false,
            },
            {
              device: 2,
              faults: ['ok', 'busy', 'ok', 'ok'],
              dieAfter: -1,
              meanwhile: ['apply or wait', 14, 17],
              logoutAt: -1,
              isWipeEarly: true,
            },
          ],
          choices: [1, 1, 4, 4, 4, 1, 5, 1, 0],
          late: true,
          hot: ['entry.rename', 18, 17],
        },
      ],
    },
  },
]
