import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Band, categoriesOf } from '../../../contract/questions/categories.ts'
import { type StaffField, staffFieldsOf, staffValueField } from '../../../contract/questions/questions.ts'
import { bandLabel } from '../../forms/question-texts.ts'
import { EntrantActions } from '../../marathon/entrant/entrant-actions.tsx'
import type { EntrantForm } from '../../marathon/entrant/entrant-form.tsx'
import { EntryAnswers } from '../../marathon/entrant/entry-answers.tsx'
import { entrantName } from '../../marathon/entrant-name.ts'
import { isInBallot, isOnWaitingList, isUnconfirmed } from '../../marathon/waiting-list.ts'
import { PendingBadge } from '../../status/pending-badge.tsx'
import type { ApplicationView, CheckInView, MarathonView } from '../../store/overlay.ts'
import { hasPlace } from '../../store/rows/check-in-rules.ts'
import type { Here } from '../../store/rows/here.ts'
import * as entrantTexts from '../../texts/compiled/entrant.js'
import * as texts from '../../texts/compiled/entrants.js'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDay, formatDayTime } from '../../ui/format/format.ts'
import { mailto } from '../../ui/format/mailto.ts'
import { telLink } from '../../ui/format/tel-link.ts'
import { MenuIcon } from '../../ui/icons/icon.tsx'
import { MailIcon, PhoneIcon } from '../../ui/icons/screen-icons.tsx'
import { OWN_WORDS } from '../../ui/own-words.ts'
import { Rich } from '../../ui/rich.tsx'
import type { OpenField } from './staff-fields/edit-field.tsx'

const ROW_PX = 120

type EntrantRowsProps = {
  rows: ApplicationView[]
  /** The places on the waiting list, by id. */
  waitingPlaces: ReadonlyMap<string, number>
  /** Who is here; undefined where it is not read. */
  here: Here | undefined
  marathon: MarathonView
  onBib: (entrant: ApplicationView) => void
  onField: (open: OpenField) => void
  onOpen: (form: EntrantForm) => void
}

/** The rows of the entrants. Only visible rows are in the DOM, so that ten thousand entrants are as fast as ten. */
export function EntrantRows({ rows, waitingPlaces, here, marathon, onBib, onField, onOpen }: EntrantRowsProps) {
  // A row that leaves the screen and comes back is as it was.
  const [openId, setOpenId] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  const { timeZone } = marathon
  const categoryOf = useMemo(() => categoriesOf(marathon), [marathon])
  const fields = useMemo(() => staffFieldsOf(marathon), [marathon])
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
            <EntrantCard
              entrant={entrant}
              place={waitingPlaces.get(entrant._id)}
              scan={here?.get(entrant._id)}
              timeZone={timeZone}
              onBib={() => onBib(entrant)}
              category={categoryOf(entrant)}
              fields={fields}
              onField={onField}
              isOpen={openId === entrant._id}
              onMore={() => setOpenId(openId === entrant._id ? null : entrant._id)}
            >
              <EntryAnswers marathon={marathon} entry={entrant} />
              <EntrantActions
                entrant={entrant}
                marathon={marathon}
                place={waitingPlaces.get(entrant._id)}
                onOpen={onOpen}
              >
                <ButtonLink
                  variant="secondary"
                  to="/dashboard/myMarathons/$id/history"
                  params={{ id: entrant.marathonId }}
                  search={{ entry: entrant._id }}
                  aria-label={texts.historyOf({ name: entrantName(entrant) })}
                >
                  {texts.history()}
                </ButtonLink>
              </EntrantActions>
            </EntrantCard>
          </li>
        )
      })}
    </ul>
  )
}

const CONTACT =
  'inline-flex min-h-11 min-w-11 items-center gap-2 rounded-md px-2 -ms-2 font-semibold break-all hover:bg-sunken'

type EntrantCardProps = {
  entrant: ApplicationView
  place: number | undefined
  /** The first scan of an entrant who is here. */
  scan: CheckInView | undefined
  timeZone: string
  category: Band | null
  /** The fields of staff, which a tap opens for typing. */
  fields: readonly StaffField[]
  onField: (open: OpenField) => void
  onBib: () => void
  /** Are the actions shown? */
  isOpen: boolean
  onMore: () => void
  children: ReactNode
}

function EntrantCard(props: EntrantCardProps) {
  const { entrant, place, scan, timeZone, category, fields, onField, onBib, isOpen, onMore, children } = props
  const { phoneNumber, email, additionalInfo, createdAt, promotedAt, pending } = entrant
  const name = entrantName(entrant)
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-3 sm:pe-4">
      <BibButton bib={entrant.bib} name={name} onClick={onBib} />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="text-lg font-semibold">{name}</span>
          <span className="text-sm text-ink-soft">
            {[category && bandLabel(category), texts.appliedOn({ day: formatDay(createdAt, timeZone) })]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
        {promotedAt && (
          <p className="text-sm text-ink-soft">{texts.promotedOn({ day: formatDay(promotedAt, timeZone) })}</p>
        )}
        {scan && <p className="text-sm font-semibold text-open">{hereSince(scan, timeZone)}</p>}
        {(!hasPlace(entrant) || pending || entrant.isClaimed === false || entrant.wantedBib) && (
          <div className="mt-1 flex flex-wrap items-center gap-2">
            {isOnWaitingList(entrant) && <Badge tone="soon">{texts.statusWaiting()}</Badge>}
            {place && <span className="text-sm text-ink-soft">{texts.placeInLine({ place })}</span>}
            {isInBallot(entrant) && <Badge tone="soon">{texts.statusBallot()}</Badge>}
            {isUnconfirmed(entrant) && <Badge tone="danger">{entrantTexts.unconfirmed()}</Badge>}
            {entrant.isClaimed === false && <Badge tone="ink">{texts.filterNoAccount()}</Badge>}
            {entrant.wantedBib && <Badge tone="danger">{texts.holdsBib({ bib: entrant.wantedBib })}</Badge>}
            <PendingBadge pending={pending} />
          </div>
        )}
        <div className="flex flex-wrap gap-x-6">
          {phoneNumber && (
            <a href={telLink(phoneNumber)} className={CONTACT}>
              <PhoneIcon size={18} />
              <Rich text={texts.callEntrant({ name, phoneNumber })} />
            </a>
          )}
          {email && (
            <a href={mailto(email)} className={CONTACT}>
              <MailIcon size={18} />
              <Rich text={texts.mailEntrant({ name, email })} />
            </a>
          )}
        </div>
        {fields.length > 0 && (
          <div className="flex flex-wrap gap-x-3">
            {fields.map((field) => (
              <FieldButton key={field.id} field={field} entrant={entrant} name={name} onField={onField} />
            ))}
          </div>
        )}
        {additionalInfo && (
          <p {...OWN_WORDS} className="whitespace-pre-line text-sm text-ink-soft">
            {additionalInfo}
          </p>
        )}
        <button type="button" aria-expanded={isOpen} onClick={onMore} className={`${CONTACT} text-sm`}>
          <MenuIcon size={18} />
          <Rich text={entrantTexts.more({ name })} />
        </button>
        {isOpen && children}
      </div>
    </div>
  )
}

/** A field of staff, and what it says. A tap edits it. */
function FieldButton({
  field,
  entrant,
  name,
  onField,
}: OpenField & Pick<EntrantCardProps, 'onField'> & { name: string }) {
  const value = entrant[staffValueField(field.id)] ?? ''
  return (
    <button
      type="button"
      onClick={() => onField({ entrant, field })}
      className="inline-flex min-h-11 max-w-full items-center rounded-md px-2 -ms-2 text-start text-sm wrap-anywhere hover:bg-sunken"
    >
      <span>
        <Rich
          text={texts.editField({ label: field.label, value: value || '–', name })}
          tags={{
            value: (children) => (
              <span {...OWN_WORDS} className="font-semibold underline decoration-edge underline-offset-4">
                {children}
              </span>
            ),
          }}
        />
      </span>
    </button>
  )
}

function hereSince({ at, gate }: CheckInView, timeZone: string): string {
  const since = formatDayTime(at, timeZone)
  return gate ? texts.hereSinceAtGate({ since, gate }) : texts.hereSince({ since })
}

/** The bib, large like on a shirt. A tap edits it. */
function BibButton({ bib, name, onClick }: { bib: string | null; name: string; onClick: () => void }) {
  const look = bib === null ? 'border-dashed text-ink-soft' : 'bg-sunken'
  // A long bib is set smaller, so that all bibs fit into the same width.
  const size = bib === null || bib.length > 7 ? 'text-sm' : bib.length > 4 ? 'text-lg' : 'text-2xl sm:text-3xl'
  return (
    <button
      type="button"
      onClick={onClick}
      className={`flex min-h-16 w-20 shrink-0 items-center justify-center self-start rounded-md border-2 border-edge px-1 py-2 text-center hover:border-ink sm:w-24 ${bib === null ? 'wrap-anywhere' : 'break-all'} ${look}`}
    >
      {bib === null ? (
        <Rich
          text={texts.addBib({ name })}
          tags={{ add: (children) => <span className="text-sm font-semibold">{children}</span> }}
        />
      ) : (
        <Rich
          text={texts.editBib({ bib, name })}
          tags={{ bib: (children) => <span className={`numeral ${size}`}>{children}</span> }}
        />
      )}
    </button>
  )
}
