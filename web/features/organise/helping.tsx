import { Link } from '@tanstack/react-router'
import { may } from '../../../contract/roles.ts'
import { useHelping } from '../../store/rows/helping.ts'
import * as texts from '../../texts/compiled/organise.js'
import * as roleTexts from '../../texts/compiled/roles.js'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDayTime } from '../../ui/format/format.ts'
import { CheckIcon, StopwatchIcon } from '../../ui/icons/screen-icons.tsx'
import { Rich } from '../../ui/rich.tsx'

/** The events of others where the user helps; nothing if there are none. */
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
        {marathons.map(({ _id: id, title, startDate, timeZone, location, cancelled, role }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold break-words">
                <Link
                  to="/dashboard/myMarathons/$id"
                  params={{ id }}
                  className="underline decoration-edge underline-offset-4"
                >
                  <bdi>{title}</bdi>
                </Link>
              </p>
              <p className="text-sm text-ink-soft break-words">
                {texts.timeAndPlace({ dayTime: formatDayTime(startDate, timeZone), location })}
              </p>
              <div className="mt-1 flex flex-wrap gap-2">
                {role && <Badge tone="ink">{roleTexts.name({ role })}</Badge>}
                {cancelled && <Badge tone="danger">{texts.cancelled()}</Badge>}
              </div>
            </div>
            {may(role, 'checkIn') && (
              <ButtonLink to="/dashboard/myMarathons/$id/checkIn" params={{ id }}>
                <CheckIcon size={20} />
                <Rich text={texts.checkInAt({ title })} />
              </ButtonLink>
            )}
            {may(role, 'time') && (
              <ButtonLink to="/dashboard/myMarathons/$id/timing" params={{ id }}>
                <StopwatchIcon size={20} />
                <Rich text={texts.timingAt({ title })} />
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
