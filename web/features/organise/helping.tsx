import { useHelping } from '../../store/rows/helping.ts'
import * as texts from '../../texts/compiled/organise.js'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDayTime } from '../../ui/format/format.ts'
import { CheckIcon } from '../../ui/icons/screen-icons.tsx'
import { Rich } from '../../ui/rich.tsx'

/** The events of others where the user helps at check-in; nothing if there are none. */
export function Helping() {
  const marathons = useHelping()
  if (!marathons || marathons.length === 0) return null
  return (
    <section aria-labelledby="helping" className="mt-10">
      <h2 id="helping" className="text-2xl">
        {texts.helping()}
      </h2>
      <p className="mb-3 text-ink-soft">{texts.helpingIntro()}</p>
      <ul className="grid divide-y divide-line border-y border-line">
        {marathons.map(({ _id: id, title, startDate, timeZone, location, cancelled }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold break-words">{title}</p>
              <p className="text-sm text-ink-soft break-words">
                {texts.timeAndPlace({ dayTime: formatDayTime(startDate, timeZone), location })}
              </p>
              {cancelled && <Badge tone="danger">{texts.cancelled()}</Badge>}
            </div>
            <ButtonLink to="/dashboard/myMarathons/$id/checkIn" params={{ id }}>
              <CheckIcon size={20} />
              <Rich
                text={texts.checkInAt({ title })}
                tags={{ hidden: (children) => <span className="sr-only">{children}</span> }}
              />
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
