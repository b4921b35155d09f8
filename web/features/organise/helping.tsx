import { useHelping } from '../../data/helping.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDayTime } from '../../ui/format/format.ts'
import { CheckIcon } from '../../ui/icon.tsx'

/** The events of others where the user helps at check-in; nothing if there are none. */
export function Helping() {
  const marathons = useHelping()
  if (!marathons || marathons.length === 0) return null
  return (
    <section aria-labelledby="helping" className="mt-10">
      <h2 id="helping" className="text-2xl">
        Helping
      </h2>
      <p className="mb-3 text-ink-soft">You check people in at these events.</p>
      <ul className="grid divide-y divide-line border-y border-line">
        {marathons.map(({ _id: id, title, startDate, timeZone, location, cancelled }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-semibold break-words">{title}</p>
              <p className="text-sm text-ink-soft break-words">
                {formatDayTime(startDate, timeZone)}, {location}
              </p>
              {cancelled && <Badge tone="danger">Cancelled</Badge>}
            </div>
            <ButtonLink to="/dashboard/myMarathons/$id/checkIn" params={{ id }}>
              <CheckIcon size={20} />
              Check in<span className="sr-only"> at {title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
