import { Link } from '@tanstack/react-router'
import { useUnsentCounts } from '../store/unsent.ts'
import * as texts from '../texts/compiled/layout.js'

/** The link to the unsent changes, with their number, in the dashboard's menu. */
export function UnsentLink() {
  const { total } = useUnsentCounts()
  return (
    <li>
      <Link
        to="/unsent"
        className="flex min-h-12 items-center justify-between rounded-md border-s-4 border-transparent px-3 font-semibold hover:bg-sunken"
      >
        <span>{texts.unsentChanges()}</span>
        {total > 0 && (
          <span className="numeral rounded-full bg-soon-tint px-2.5 py-1 text-sm text-soon">
            {texts.bareCount({ count: total })}
          </span>
        )}
      </Link>
    </li>
  )
}
