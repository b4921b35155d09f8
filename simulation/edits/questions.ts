import { type Answers, answerField, type Question, questionsOf } from '../../contract/questions/questions.ts'
import { organises } from '../../contract/roles.ts'
import { changedFields, enqueueOps } from '../../web/store/outbox.ts'
import type { ApplicationView } from '../../web/store/overlay.ts'
import { updateApplication } from '../../web/store/rows/applications.ts'
import { updateMarathon } from '../../web/store/rows/marathons.ts'
import { answerTo, json, NOTES, POOL } from './asked.ts'
import { entrantsAt } from './desk.ts'
import { helpedAt } from './race-day.ts'
import { at, type Kinds, type Sight, type Target } from './sight.ts'

// What organisers ask, and what runners and staff answer.

export const QUESTION_EDITS = {
  'event.ask': (sight) => ask(sight, sight.marathon),
  'entry.answer': (sight) => answer(sight, at(sight.applications, sight.a)),
  'entry.correct answer': async (sight) => {
    const target = helpedAt(sight)
    return correctAnswer(sight, target, at(await entrantsAt(sight.db, target), sight.b))
  },
  'newest.ask': (sight) => ask(sight, sight.newest),
  'newest.answer': (sight) =>
    answer(
      sight,
      sight.applications.find((row) => row.marathonId === sight.newest?._id),
    ),
  'newest.correct answer': async (sight) =>
    correctAnswer(sight, sight.newest, at(await entrantsAt(sight.db, sight.newest), sight.a)),
} satisfies Kinds

/** Adds a question, takes one away, or changes who must answer it, who sees it, where it stands, or what is signed. */
async function ask({ db, n, b }: Sight, target: Target) {
  if (!organises(target)) return
  const list = questionsOf(target)
  const one = at(POOL, n) as Question
  const change = (to: (asked: Question) => Partial<Question>) =>
    list.some(({ id }) => id === one.id)
      ? list.map((asked) => (asked.id === one.id ? { ...asked, ...to(asked) } : asked))
      : [...list, one]
  const next = [
    () => change(({ isRequired }) => ({ isRequired: !isRequired })),
    () => change(({ staffSees }) => ({ staffSees: !staffSees })),
    () => list.filter(({ id }) => id !== one.id),
    () => list.toReversed(),
    () =>
      change(({ version, asksFrom = 1 }) =>
        version ? { text: `Text ${n}`, asksFrom: asksFrom + (n % 2) } : { isRequired: true },
      ),
  ][b % 5]
  await updateMarathon(db, target, { questions: json(next?.() ?? list) })
}

/** The question that an edit answers: mostly one that the phone knows. */
function picked(target: { questions: string } | undefined, { n, b }: Sight): Question {
  const known = target ? questionsOf(target) : []
  return at(known.length > 0 && n % 5 !== 4 ? known : POOL, n + b) as Question
}

/** What the screen shows: a question without an answer has an empty one. */
const seenOf = (row: ApplicationView, patch: Answers): ApplicationView => {
  const none = Object.fromEntries(Object.keys(patch).map((field) => [field, '']))
  return { ...none, ...row }
}

async function answer(sight: Sight, application: ApplicationView | undefined) {
  if (!application) return
  const { db, marathons, n, now } = sight
  const one = picked(
    marathons.find(({ _id }) => _id === application.marathonId),
    sight,
  )
  const patch = { [answerField(one.id)]: n % 6 === 5 ? '' : answerTo(one, n, now) }
  await updateApplication(db, seenOf(application, patch), patch)
}

async function correctAnswer(sight: Sight, target: Target, entrant: ApplicationView | undefined) {
  if (!entrant) return
  const { db, n, a, now } = sight
  const one = picked(target, sight)
  const note = organises(target) && n % 3 === 0 ? { [at(NOTES, a + n) as string]: `Noted ${n}` } : {}
  const patch: Answers = { [answerField(one.id)]: n % 7 === 6 ? '' : answerTo(one, n, now), ...note }
  const change = changedFields(seenOf(entrant, patch), patch)
  if (change) await enqueueOps(db, [{ type: 'application.correct', id: entrant._id, ...change }])
}
