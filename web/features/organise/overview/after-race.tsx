import { useList } from '../../../marathon/race/use-list.ts'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'
import { Checklist, type ChecklistProps } from './checklist.tsx'

/** What there is to do after the race. It needs the list of results, which the days before do not load. */
export function AfterRace(props: ChecklistProps) {
  const list = useList(props.marathon)
  if (!list) return <RowSkeletons count={4} />
  const doubts = list.recordings.length > 0 ? list.results.doubts.length : null
  return <Checklist {...props} progress={{ ...props.progress, doubts }} />
}
