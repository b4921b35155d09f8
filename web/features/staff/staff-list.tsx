import type { ReactNode } from 'react'
import type { Role } from '../../../contract/roles.ts'
import { PendingBadge } from '../../status/pending-badge.tsx'
import type { StaffView } from '../../store/rows/staff.ts'
import * as organise from '../../texts/compiled/organise.js'
import * as roleTexts from '../../texts/compiled/roles.js'
import * as texts from '../../texts/compiled/staff.js'
import { Badge } from '../../ui/badge.tsx'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { ChevronIcon } from '../../ui/icons/icon.tsx'
import { mayManage, nameOf } from './may-manage.ts'

type StaffListProps = {
  staff: StaffView[]
  /** What the user is at the marathon. */
  role: Role
  /** What each did last, by the id of the row. */
  last: ReadonlyMap<string, string>
  onOpen: (row: StaffView) => void
}

const ROW = 'flex w-full min-h-16 items-center gap-3 px-1 py-2 text-start'

/** Who works at a marathon, and as what. A tap on somebody opens what can be changed. */
export function StaffList({ staff, role, last, onOpen }: StaffListProps) {
  return (
    <ul aria-label={organise.staff()} className="max-w-2xl divide-y divide-line border-y border-line">
      {staff.map((row) => (
        <li key={row._id}>
          {mayManage(role, row.role) ? (
            <button type="button" className={`${ROW} hover:bg-sunken`} onClick={() => onOpen(row)}>
              <Content row={row} last={last.get(row._id)}>
                <ChevronIcon size={20} />
              </Content>
            </button>
          ) : (
            <div className={ROW}>
              <Content row={row} last={last.get(row._id)} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

type ContentProps = { row: StaffView; last: string | undefined; children?: ReactNode }

function Content({ row, last, children }: ContentProps) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold break-words">
            <bdi>{nameOf(row)}</bdi>
          </span>
          {row.mine && <span className="text-ink-soft">{texts.you()}</span>}
          {row.isOffered && <Badge tone="soon">{texts.offered()}</Badge>}
          <PendingBadge pending={row.pending} />
        </span>
        <span className="block text-sm text-ink-soft">
          {texts.roleSince({
            role: roleTexts.name({ role: row.role }),
            dayTime: formatDayTime(row.since, readerTimeZone()),
          })}
        </span>
        {last && <span className="block text-sm text-ink-soft">{last}</span>}
      </span>
      {children}
    </>
  )
}
