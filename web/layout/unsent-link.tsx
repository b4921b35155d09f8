import { Link } from '@tanstack/react-router'
import { useUnsentCounts } from '../data/unsent.ts'

/** The link to the unsent changes, with their number, in the dashboard's menu. */
export function UnsentLink() {
  const { total } = useUnsentCounts()
  return (
    <li>
      <Link
        to="/unsent"
        className="flex min-h-12 items-center justify-between rounded-md border-l-4 border-transparent px-3 font-semibold hover:bg-sunken"
      >
        Unsent changes
        {total > 0 && <span className="numeral rounded-full bg-soon-tint px-2.5 py-1 text-sm text-soon">{total}</span>}
      </Link>
    </li>
  )
}
