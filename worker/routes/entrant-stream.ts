import type { Application } from '../../contract/application.ts'
import { type Asked, ownColumns } from '../../contract/questions/answer-columns.ts'
import { unpackAnswers } from '../../contract/questions/questions.ts'
import type { Separator } from '../../contract/text/csv.ts'
import { ENTRANT_HEADS, entrantColumns, entrantLines, entrantsCsv } from '../../contract/text/entrants-csv.ts'
import { logFailure } from '../ops/log-failure.ts'
import type { EntrantsPage } from '../reads/entrants.ts'

// A marathon may have 50,000 entrants. Their pages go out one after another, so that the worker holds two of them at
// most: the one that is being sent, and the next one.

/** The pages as one JSON array, in parts. */
export async function* jsonParts(pages: AsyncIterable<EntrantsPage>): AsyncGenerator<string, void> {
  let before = '['
  for await (const { rows } of pages) {
    // All of a page may have withdrawn since the page before was read.
    if (rows.length === 0) continue
    yield before + rows.join(',')
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

/** The pages as one CSV file, in parts. The columns of the marathon's questions and its category stand behind all others. */
export async function* csvParts(
  pages: AsyncIterable<EntrantsPage>,
  asked: Asked,
  separator: Separator = ',',
): AsyncGenerator<string, void> {
  const columns = [...entrantColumns<Application>(), ...ownColumns(asked, ENTRANT_HEADS).values()]
  let toCsv: typeof entrantsCsv<Application> = entrantsCsv
  for await (const { rows } of pages) {
    yield toCsv(
      rows.map((row) => unpackAnswers(JSON.parse(row)) as unknown as Application),
      columns,
      separator,
    )
    toCsv = entrantLines
  }
}

/**
 * A body that asks for each part when the client has room for it. If a part fails, the connection breaks: the status is
 * sent already, and a body that ended would look whole.
 */
export function streamOf(parts: Iterator<string> | AsyncIterator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        logFailure('stream.cut', error)
        controller.error(error)
      }
    },
  })
}
