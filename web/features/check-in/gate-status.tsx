import { RaceAlert } from '../../marathon/notices/urgent-notice.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { CheckInCount } from './check-in-count.tsx'
import type { Double } from './doubles.ts'
import { DoublesNote } from './doubles.tsx'

type GateStatusProps = {
  marathon: MarathonView
  doubles: Double[] | undefined
  /** Somebody searches for a runner, so nothing may move. */
  isSearching: boolean
}

/** What a gate must know: what is urgent, how many are here, and who was scanned more than once. */
export function GateStatus({ marathon, doubles, isSearching }: GateStatusProps) {
  return (
    <>
      <RaceAlert marathon={marathon} isHeld={isSearching} />
      {/* One cell: an empty note in a cell of its own would move what is below it by the grid's gap. */}
      <div>
        <CheckInCount marathonId={marathon._id} />
        <DoublesNote doubles={doubles} />
      </div>
    </>
  )
}
