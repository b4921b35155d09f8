import { useRace } from '../../../marathon/race/use-race.ts'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'
import { Checklist, type ChecklistProps } from './checklist.tsx'

/** What there is to do after the race. It needs the list of results, which the days before do not load. */
export function AfterRace(props: ChecklistProps) {
  const race = useRace(props.marathon)
  if (!race) return <RowSkeletons count={4} />
  const doubts = race.recorded.recordings.length > 0 ? race.results.doubts.length : null
  return <Checklist {...props} progress={{ ...props.progress, doubts }} />
}
