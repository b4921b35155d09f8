import { rewritten, type SeededBug } from './seeded-bug.ts'

// Bugs of desks, and of places that are handed on.

const isEntry = (sql: string) => /^\s*(INSERT INTO application|UPDATE application SET bib = )/.test(sql)
/** Entries that end as they should. One with a bib does: an index would not let both have it. */
const NOT_TAKEN = `FROM json_each(?1) e WHERE e.value->>'isHandedOn' = 0
  OR (SELECT bib FROM application x WHERE x.id = e.value->>'id') IS NOT NULL)`

export const DESK_BUGS: Record<string, SeededBug> = {
  'an entry of a desk that lost the role is dropped': {
    breaks: ['INV-29'],
    variant: rewritten((sql) =>
      sql.startsWith('INSERT INTO application')
        ? sql.replace(
            /FROM json_each\(\?1\) e( WHERE true)?/,
            "FROM json_each(?1) e WHERE e.value->>'status' <> 'unconfirmed'",
          )
        : sql,
    ),
  },
  'a bib that was handed out twice is noted nowhere': {
    breaks: ['INV-29'],
    variant: rewritten((sql) => (isEntry(sql) ? sql.replace("e.value->>'wantedBib'", 'NULL') : sql)),
  },
  'a taken bib goes to the next one too': {
    breaks: ['INV-29', 'INV-18', 'INV-2'],
    variant: rewritten((sql) =>
      isEntry(sql) ? sql.replace("e.value->>'bib'", "coalesce(e.value->>'bib', e.value->>'wantedBib')") : sql,
    ),
  },
  'entries without account are not counted': {
    breaks: ['INV-2', 'INV-7'],
    variant: rewritten((sql) => sql.replace("unclaimed_count + (e.value->>'unclaimed')", 'unclaimed_count')),
  },
  'an entry that was taken over stays alive, with its code': {
    breaks: ['INV-30'],
    variant: rewritten((sql) =>
      sql.startsWith('DELETE FROM application WHERE id IN') ? sql.replace('FROM json_each(?1) e)', NOT_TAKEN) : sql,
    ),
  },
  'a claim leaves the entry without its account': {
    breaks: ['INV-30'],
    variant: rewritten((sql) => sql.replace("owner_uid = e.value->>'ownerUid'", 'owner_uid = owner_uid')),
  },
  'the secret of an offer is told to staff': {
    breaks: ['INV-30'],
    variant: rewritten((sql) => sql.replaceAll('a.offer, NULL)', 'a.offer, a.offer)')),
  },
  'who is moved up stands in no history': {
    breaks: ['INV-16'],
    variant: rewritten((sql) =>
      sql.replace("e.value->>'fields'", "iif(e.value->>'type' = 'application.moveUp', NULL, e.value->>'fields')"),
    ),
  },
  'who is moved up comes behind all who wait': {
    breaks: ['INV-16'],
    variant: rewritten((sql) => sql.replace('min(w.waiting_order)', '1000000 + max(w.waiting_order)')),
  },
}
