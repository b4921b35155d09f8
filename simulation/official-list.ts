import type { Answers } from '../contract/questions/questions.ts'
import { digestOf, publishedEntriesOf, publishedRows } from '../contract/results/public-list.ts'
import type { PublicList } from '../contract/results/public-list-schema.ts'
import { readResults } from '../web/testing/plain-store.ts'
import { forgetLists } from '../worker/results/published-list.ts'
import { Violation } from './oracle/violation.ts'
import { DEVICES } from './steps.ts'
import { ORGANISER, type Stage } from './stories/stage.ts'

/** The organiser makes the list official that the phone shows, or corrects it. A phone that is behind is refused. */
export async function signResults(stage: Stage, id: string, reason: string) {
  const { db, author } = stage.device(ORGANISER)
  const marathon = await db.marathons.get(id)
  if (!marathon) return
  const { list, entrants } = await readResults(db, author, id)
  const entryOf = publishedEntriesOf(marathon)
  const rows = publishedRows(
    list,
    entrants.map((entrant) => entryOf(entrant as typeof entrant & Answers)),
  )
  const hooks = stage.network.calmHooks()
  const sent = { digest: digestOf(rows), reason }
  const { status } = await stage.server.rest(DEVICES[ORGANISER], 'POST', `/marathons/${id}/results`, hooks, sent)
  if (![200, 403, 404, 412, 422].includes(status)) stage.note(new Violation('INV-37', 'a signature failed', status))
}

/** INV-38: the list that everybody reads has no name that its runner hides, and nobody who has left. */
export async function checkPublicList(stage: Stage, id: string) {
  forgetLists()
  const hooks = stage.network.calmHooks()
  const response = await stage.server.rest(DEVICES[ORGANISER], 'GET', `/marathons/${id}/list`, hooks)
  if (response.status !== 200) return
  const { rows } = (await response.json()) as PublicList
  const { applications, results } = stage.oracle.tables
  const bibs = [...applications, ...results].filter((row) => row.marathon_id === id && row.hides_name)
  for (const { bib } of bibs) {
    const shown = rows.filter((row) => row.bib === bib && row.name !== '')
    if (shown.length > 0) stage.note(new Violation('INV-38', 'a hidden name was told', shown))
  }
}
