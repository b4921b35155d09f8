import { useUnsentCounts } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/layout.js'
import { PanelLink } from './panel-link.tsx'

/** The link to the unsent changes, with their number. */
export function UnsentLink() {
  const { total } = useUnsentCounts()
  return (
    <PanelLink to="/unsent" count={total > 0 && texts.bareCount({ count: total })}>
      {texts.unsentChanges()}
    </PanelLink>
  )
}
