import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ApplicationView } from '../../data/overlay.ts'
import { isOnWaitingList } from '../../shared/marathon/waiting-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/format/format.ts'
import { mailto } from '../../ui/format/mailto.ts'
import { MailIcon, PhoneIcon } from '../../ui/icon.tsx'

const ROW_PX = 120

/** The rows of the entrants. Only visible rows are in the DOM, so that ten thousand entrants are as fast as ten. */
export function EntrantRows({ rows, timeZone }: { rows: ApplicationView[]; timeZone: string }) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?._id ?? index,
  })
  return (
    <ul ref={list} className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const entrant = rows[index]
        if (!entrant) return null
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0 pb-3"
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <EntrantCard entrant={entrant} timeZone={timeZone} />
          </li>
        )
      })}
    </ul>
  )
}

const CONTACT =
  'inline-flex min-h-11 min-w-11 items-center gap-2 rounded-md px-2 -ml-2 font-semibold break-all hover:bg-sunken'

function EntrantCard({ entrant, timeZone }: { entrant: ApplicationView; timeZone: string }) {
  const { firstName, lastName, phoneNumber, email, additionalInfo, createdAt } = entrant
  const name = `${firstName} ${lastName}`
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-lg font-semibold">{name.trim() || 'Name erased'}</span>
        <span className="text-sm text-ink-soft">Applied {formatDay(createdAt, timeZone)}</span>
        {isOnWaitingList(entrant) && <Badge tone="soon">Waiting list</Badge>}
      </div>
      <div className="flex flex-wrap gap-x-6">
        {phoneNumber && (
          <a href={`tel:${phoneNumber.replace(/[^\d+]/g, '')}`} className={CONTACT}>
            <PhoneIcon size={18} />
            <span className="sr-only">Call {name}: </span>
            {phoneNumber}
          </a>
        )}
        {email && (
          <a href={mailto(email)} className={CONTACT}>
            <MailIcon size={18} />
            <span className="sr-only">Mail {name}: </span>
            {email}
          </a>
        )}
      </div>
      {additionalInfo && <p className="whitespace-pre-line text-sm text-ink-soft">{additionalInfo}</p>}
    </div>
  )
}
