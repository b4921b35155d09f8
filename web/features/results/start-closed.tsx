import type { Race } from '../../marathon/race/use-race.ts'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import { isShown } from './shown-rows.ts'
import type { Rule } from './use-rule.ts'

/** Closes the start: who was never here did not start. It can be opened again. */
export function StartClosed({ race, rule }: { race: Race; rule: Rule['rule'] }) {
  const { results, rows } = race
  const count = results.rows.filter(({ state }) => state === 'registered').length
  if (rows.isStartClosed) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p>{texts.startIsClosed()}</p>
        <Button variant="quiet" onClick={() => rule([{ kind: 'start', time: null }])}>
          {texts.openStart()}
        </Button>
      </div>
    )
  }
  if (results.gun === null || count === 0) return null
  const out = results.rows.filter((row) => isShown(row, 'out')).length
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="secondary" onClick={() => rule([{ kind: 'start', time: new Date().toISOString() }])}>
        {texts.closeStart()}
      </Button>
      <p className="min-w-48 flex-1 text-sm text-ink-soft">{texts.closeStartText({ count, out })}</p>
    </div>
  )
}
