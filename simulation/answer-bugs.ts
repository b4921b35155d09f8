import { isAnswer } from '../contract/questions/questions.ts'
import type { Op } from '../contract/sync.ts'
import { changedResponse, rewritten, type SeededBug } from './seeded-bug.ts'

// Bugs of questions and answers.

/** A marathon as it is read for a decision, which asks nothing that is required. */
function askingNothing(row: unknown): unknown {
  const { kind, packedRow } = row as { kind: string; packedRow?: string }
  if (kind !== 'marathon' || packedRow === undefined) return row
  return { kind, packedRow: packedRow.replaceAll('\\"isRequired\\":true', '\\"isRequired\\":false') }
}

/** Requests since the last edit of a marathon, which would clash or write back what it read; phones send at the same time. */
let sinceMarathon = 0
const PHONES = 5

export const ANSWER_BUGS: Record<string, SeededBug> = {
  'an answer that is edited stays as it was': {
    breaks: ['INV-31'],
    variant: rewritten((sql) => sql.replace('answers = excluded.answers', 'answers = application.answers')),
  },
  'answers are lost on their way to a phone': {
    breaks: ['INV-31'],
    variant: changedResponse(({ applications }) => {
      for (const row of applications)
        for (const field of Object.keys(row)) if (isAnswer(field)) Reflect.deleteProperty(row, field)
    }),
  },
  'a required answer may be missing': {
    breaks: ['INV-32'],
    variant: {
      request: (request) => {
        const { ops } = JSON.parse(String(request.body)) as { ops: Op[] }
        sinceMarathon = ops.some(({ type }) => type.startsWith('marathon.')) ? 0 : sinceMarathon + 1
        return request
      },
      d1: { results: (_sql, rows) => (sinceMarathon < PHONES ? rows : rows.map(askingNothing)) },
    },
  },
  'helpers get the answers to all questions': {
    breaks: ['INV-19'],
    variant: rewritten((sql) => sql.replaceAll("AND q.value->>'staffSees'", '')),
  },
  'phones of helpers do not start over when staff see other answers': {
    seed: 2,
    breaks: ['INV-19', 'INV-31'],
    variant: rewritten((sql) => (sql.startsWith('UPDATE staff SET view_seq = (SELECT m.seq') ? null : sql)),
  },
  'a runner gets what staff note and do not show': {
    breaks: ['INV-19'],
    variant: rewritten((sql) => sql.replaceAll("AND q.value->>'isShown'", '')),
  },
}
