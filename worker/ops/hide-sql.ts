// Statements of `npm run hide`. The parameter of each is the marathon's id. Its row gets a seq, so that phones hear of it,
// and a version, so that no op that was decided on the row of before is written.

const change = (isChanged: string, hiddenAt: string) => [
  `UPDATE clock SET seq = seq + 1 WHERE id = 1 AND EXISTS (SELECT 1 FROM marathon WHERE id = ? AND ${isChanged})`,
  `UPDATE marathon SET hidden_at = ${hiddenAt}, ver = ver + 1, seq = (SELECT seq FROM clock)
    WHERE id = ? AND ${isChanged} RETURNING title`,
]

/** Hides a marathon from everybody but its staff and its runners. */
export const HIDE_SQL = change('hidden_at IS NULL', "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')")
/** Shows it again. */
export const SHOW_SQL = change('hidden_at IS NOT NULL', 'NULL')
