import { expect } from '@playwright/test'
import type { Doubt } from '../../contract/results/doubts.ts'
import { NO_RULING, type Recording, type Ruling } from '../../contract/results/recording.ts'
import type { RulingFields } from '../../contract/results/recording-schema.ts'
import { resultsOf } from '../../contract/results/results.ts'
import { undecided, untold, wrongStates } from '../../contract/testing/list-rules.ts'
import { answers } from '../../simulation/races/referee.ts'
import { readResults } from '../../web/testing/plain-store.ts'
import { DOUBLE_TAP_MS } from '../../web/ui/dialogs/double-tap.ts'
import type { WithPhone } from './crowd.ts'
import { type Stage, screenOf } from './stage.ts'

/** So many doubts are answered on the phone by tapping; the others on a tablet with the app's own store. */
const TAPPED = 6
/** More rounds of answers than a race needs. */
const MOST_ROUNDS = 8
/** The list may be off by so much: a hand is, and where four come in a second, a tap may be taken for that of a neighbour. */
const MOST_OFF_MS = 500
/** Two mistakes may fit together, so that no row contradicts them (simulation/races). */
const MOST_WRONG = 1

/** The referee answers each doubt by what really happened. Then the list is the truth. */
export async function theDoubtsAreDecided(stage: Stage): Promise<void> {
  const { crowd, people, report } = stage
  const { owner } = people
  const tablet = crowd.tabletOf(owner.account)
  await crowd.syncs([tablet])
  const first = await listOn(stage, tablet)
  report.say(`${first.list.doubts.length} doubts`)
  await owner.opens(screenOf(stage, 'results'))
  await owner.hears()
  const doubts = owner.page.getByRole('list', { name: 'Doubts' }).locator('> li')
  // A small race may have none, and then the screen opens at another part.
  const isClear = first.list.doubts.length === 0
  if (isClear) await owner.page.getByText('Doubts', { exact: true }).click()
  await expect(isClear ? owner.page.getByText('No doubts') : doubts.first()).toBeVisible()
  await owner.looks('the doubts')
  if (!isClear) await tapAnswers(stage, tablet)

  await crowd.syncs([tablet])
  let { list } = await listOn(stage, tablet)
  let rounds = 0
  for (; rounds < MOST_ROUNDS && list.doubts.length > 0; rounds += 1) {
    const truth = { whose: stage.truth.whose, truth: stage.truth.times }
    const rulings = list.doubts.flatMap((doubt) => answers(truth, doubt, 0))
    const now = Date.now()
    const fields = rulings.map((ruling, n) => fieldsOf(stage, ruling, now + n))
    await crowd.does(
      tablet,
      ...fields.map((patch) => ({ type: 'ruling.create' as const, id: crowd.newId(tablet), patch })),
    )
    await crowd.syncs([tablet])
    list = (await listOn(stage, tablet)).list
  }
  report.say(`the other doubts were answered in ${rounds} rounds`)
  expect(list.doubts, 'no doubt is left').toEqual([])
  await theListIsTheTruth(stage, tablet)

  // The phone makes the same list.
  await owner.hears()
  await expect(owner.page.getByText('No doubts')).toBeVisible()
  await owner.page.getByText('Not started', { exact: true }).click()
  await owner.page.getByRole('button', { name: 'Close the start' }).click()
  await expect(owner.page.getByRole('button', { name: 'Open it again' })).toBeVisible()
  await owner.hasSentAll()
  await owner.page.getByText('Finished', { exact: true }).click()
  await owner.looks('the list of results')
}

/** The list of results as a tablet has it, with the rules that hold of each list. */
async function listOn({ marathonId }: Stage, { phone }: WithPhone) {
  const found = await readResults(phone.db, phone.author, marathonId)
  expect(wrongStates(found.input, found.list), 'INV-35').toBe('')
  const open = undecided(found.input)
  expect(untold(open, resultsOf(open)), 'INV-36').toBe('')
  return found
}

/** Answers some doubts on the screen, as a referee who knows the truth: by a proposed answer, or by typing the bib. */
async function tapAnswers(stage: Stage, tablet: WithPhone) {
  const { crowd, people, report } = stage
  const { owner } = people
  const { page } = owner
  let tapped = 0
  for (; tapped < TAPPED; tapped += 1) {
    await crowd.syncs([tablet])
    const { input, list } = await listOn(stage, tablet)
    // The phone has the same doubts, and shows the first of them.
    const chip = page.locator('label').filter({ hasText: /^Doubts/ })
    await expect(chip).toHaveText(`Doubts${list.doubts.length}`)
    const cards = page.getByRole('list', { name: 'Doubts' }).locator('> li')
    const answers = list.doubts.slice(0, await cards.count()).map((one) => trueAnswer(stage, one, input.recordings))
    const nth = answers.findIndex((answer) => answer !== undefined)
    const bib = answers[nth]
    if (bib === undefined) break
    const card = cards.nth(nth)
    const proposed = card.getByRole('button', { name: bib === '' ? 'Nobody crossed' : new RegExp(`^Bib ${bib}\\b`) })
    if ((await proposed.count()) > 0) await proposed.click()
    else {
      await card.getByRole('button', { name: /^(Another|Type the) bib…$/ }).click()
      await card.getByRole('textbox', { name: 'Bib' }).fill(bib)
      await owner.looks('a doubt whose bib is typed')
      await card.getByRole('button', { name: 'OK' }).click()
    }
    await owner.hasSentAll()
    await page.waitForTimeout(DOUBLE_TAP_MS)
  }
  report.say(`${tapped} doubts were answered on the screen`)
}

/** Whose a doubtful crossing is; '' for nobody, undefined where one tap is no answer. */
function trueAnswer({ truth }: Stage, { kind, bibs, recordings }: Doubt, all: readonly Recording[]) {
  const whose = new Set(recordings.map((one) => truth.whose.get(one)))
  const [bib] = whose
  if (kind === 'double') {
    const withoutBib = all.filter((one) => one.bib === '' && recordings.includes(one.id))
    return withoutBib.length === 1 && truth.whose.get(withoutBib[0]?.id ?? '') === '' ? '' : undefined
  }
  return ['bibUnknown', 'noBib', 'onlyOne', 'noTime'].includes(kind) && whose.size === 1 && bib !== bibs[0]
    ? bib
    : undefined
}

function fieldsOf({ marathonId }: Stage, ruling: Ruling, at: number): RulingFields {
  const of = { ...NO_RULING, marathonId, kind: ruling.kind, at: new Date(at).toISOString() }
  switch (ruling.kind) {
    case 'bib':
      return { ...of, recordingId: ruling.recording, bib: ruling.bib }
    case 'time':
      return { ...of, bib: ruling.bib, point: ruling.point, time: new Date(ruling.time ?? 0).toISOString() }
    case 'seen':
      return { ...of, doubt: ruling.doubt }
    default:
      throw new Error(`the referee does not rule ${ruling.kind}`)
  }
}

/** Everybody whom somebody recorded has the true time. */
async function theListIsTheTruth(stage: Stage, tablet: WithPhone) {
  const { times, whose, gun } = stage.truth
  const { list } = await listOn(stage, tablet)
  const timeOf = new Map(list.rows.map(({ bib, time }) => [bib, time]))
  const known = [...new Set(whose.values())].filter((bib) => times.has(bib))
  const wrong = known.filter((bib) => {
    const [shown, real] = [timeOf.get(bib) ?? null, (times.get(bib) ?? 0) - gun]
    return shown === null || Math.abs(shown - real) > MOST_OFF_MS
  })
  const told = wrong.map((bib) => `${bib}: ${timeOf.get(bib)} instead of ${(times.get(bib) ?? 0) - gun}`)
  stage.report.say(`the list has ${known.length} of ${times.size} who came in; wrong: ${told.join(', ') || 'none'}`)
  expect(wrong.length, told.join(', ')).toBeLessThanOrEqual(MOST_WRONG)
}
