import type { Marathon } from '../../../contract/marathon.ts'
import { shownZone } from '../../../contract/time/zone-name.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { formatDayTime, formatWeekday } from '../../ui/format/format.ts'

type PrintedMarathon = Pick<Marathon, 'title' | 'location' | 'distance' | 'startDate' | 'timeZone'>

/** The head of a sheet of paper: which marathon, when and where. */
export function PrintedHead({ marathon }: { marathon: PrintedMarathon }) {
  const { title, location, distance, startDate, timeZone } = marathon
  return (
    <>
      <p className="font-display text-3xl font-bold">{title}</p>
      <p className="mt-1">
        {texts.whenAndWhere({
          weekday: formatWeekday(startDate, timeZone),
          time: formatDayTime(startDate, timeZone, timeZone),
          timeZone: shownZone(timeZone),
          location,
          distance,
        })}
      </p>
    </>
  )
}
