import { resultsOf } from '../contract/results/results.ts'
import { changedResponse, rewritten, type SeededBug } from './seeded-bug.ts'

// Bugs of recordings, rulings and the list that they make.

const isRecording = (sql: string) => /^\s*INSERT INTO "?recording/.test(sql)
/** Records only what this condition lets through, and every check-in. */
const onlyWhere = (condition: string) =>
  rewritten((sql) =>
    isRecording(sql) ? sql.replace('WHERE true', `WHERE e.value->>'kind' = 'check-in' OR ${condition}`) : sql,
  )

export const FINISH_BUGS: Record<string, SeededBug> = {
  'what was recorded by who lost the role is dropped': {
    breaks: ['INV-34'],
    variant: onlyWhere("e.value->>'confirmed'"),
  },
  'two crossings at one time become one': {
    breaks: ['INV-34'],
    variant: onlyWhere(`NOT EXISTS (SELECT 1 FROM recording o WHERE o.marathon_id = e.value->>'marathonId'
      AND o.at = e.value->>'at' AND o.id <> e.value->>'id')`),
  },
  'a repeated recording is stored once more': {
    breaks: ['INV-1', 'INV-2', 'INV-34'],
    variant: {
      d1: {
        results: (_sql, rows) =>
          rows.filter((row) => !['record', 'recording'].includes((row as { kind?: string }).kind ?? '')),
        rewrite: (sql) => {
          if (/^\s*INSERT INTO op_record/.test(sql)) return sql.replace('INSERT INTO', 'INSERT OR REPLACE INTO')
          if (!isRecording(sql)) return sql
          const isThere = "EXISTS (SELECT 1 FROM recording o WHERE o.id = e.value->>'id')"
          return sql.replace("e.value->>'id'", `e.value->>'id' || iif(${isThere}, '-again', '')`)
        },
      },
    },
  },
  'a later recording of an id changes the one that is there': {
    breaks: ['INV-34'],
    variant: rewritten((sql) =>
      isRecording(sql) ? sql.replace('DO UPDATE SET ', 'DO UPDATE SET clock_id = excluded.id, ') : sql,
    ),
  },
  'what was taken back is deleted from the phone': {
    breaks: ['INV-6', 'INV-34'],
    variant: {
      afterPass: async ({ db }) => {
        await db.recordings.filter(({ voidedAt }) => voidedAt !== null).delete()
      },
    },
  },
  'rulings are left out of a pull': {
    breaks: ['INV-6'],
    variant: changedResponse((response) => {
      response.rulings = []
    }),
  },
  'rulings stay when their marathon is deleted': {
    breaks: ['INV-34'],
    variant: rewritten((sql) => (/^\s*DELETE FROM ruling/.test(sql) ? null : sql)),
  },
  'everybody at a gate gets what was recorded': {
    breaks: ['INV-19'],
    variant: rewritten((sql) => sql.replaceAll("w.role IN ('owner','organiser','timer')", 'true')),
  },
  'a correction of official results is not kept': {
    breaks: ['INV-37'],
    variant: rewritten((sql) => (/^\s*INSERT INTO correction/.test(sql) ? null : sql)),
  },
  'who withdraws loses the official result': {
    breaks: ['INV-37'],
    variant: rewritten((sql) =>
      sql.replace('UPDATE result SET hides_name = 1', "UPDATE result SET state = 'retired', hides_name = 1"),
    ),
  },
  'official results keep a name that was hidden later': {
    breaks: ['INV-38'],
    variant: rewritten((sql) => (/^\s*UPDATE result SET hides_name = e/.test(sql) ? null : sql)),
  },
  'the public list tells hidden names': {
    breaks: ['INV-38'],
    variant: rewritten((sql) =>
      /'writtenBib'|'sexPlace', r/.test(sql)
        ? sql.replaceAll(/json\(iif\([ar]\.hides_name[^)]*\)\)/g, "json('false')")
        : sql,
    ),
  },
  'own results are left out of a pull': {
    breaks: ['INV-6'],
    variant: changedResponse((response) => {
      response.ownResults = []
    }),
  },
  'of a bib, the recording that arrived first counts': {
    breaks: ['INV-33'],
    variant: {
      list: (input) => {
        const first = new Map(input.recordings.toReversed().map((one) => [one.bib, one.id]))
        return resultsOf({
          ...input,
          recordings: input.recordings.filter(({ id, bib }) => !bib || first.get(bib) === id),
        })
      },
    },
  },
  'who has no bib is not in the list': {
    breaks: ['INV-33', 'INV-35'],
    variant: { list: (input) => resultsOf({ ...input, entries: input.entries.filter(({ bib }) => bib !== '') }) },
  },
}
