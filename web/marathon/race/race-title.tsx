import * as texts from '../../texts/compiled/invitation.js'
import { formatDayTime } from '../../ui/format/format.ts'

type RaceTitleProps = { race: { title: string; location: string; startDate: string; timeZone: string } }

/** The race that a link is about: its title, and below it when and where. */
export function RaceTitle({ race: { title, location, startDate, timeZone } }: RaceTitleProps) {
  return (
    <div>
      <h2 className="text-2xl break-words sm:text-3xl">{title}</h2>
      <p className="mt-1 text-ink-soft break-words">
        {texts.whenAndWhere({ when: formatDayTime(startDate, timeZone), where: location })}
      </p>
    </div>
  )
}
