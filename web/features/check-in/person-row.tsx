import type { ReactNode } from 'react'
import { isInBallot, isOnWaitingList } from '../../marathon/waiting-list.ts'
import type { ApplicationView, CheckInView } from '../../store/overlay.ts'
import { counts, hasPlace } from '../../store/rows/check-in-rules.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { Badge } from '../../ui/badge.tsx'
import { Rich } from '../../ui/rich.tsx'
import { whenAndWhere, who } from './answer-message.ts'
import { BibChoice } from './bibs/bib-choice.tsx'
import type { Bibs } from './bibs/use-bibs.ts'
import type { Answers } from './use-answers.ts'

type PersonRowProps = Pick<Answers, 'handOut'> & {
  entrant: ApplicationView
  isUnsigned: boolean
  /** Undefined until they are read. */
  checkIns: CheckInView[] | undefined
  timeZone: string
  now: number
  /** The bibs at this table; null where the user may not hand them out. */
  bibs: Bibs | null
  onCheckIn: () => void
  onUndo: (checkInId: string) => void
  children: ReactNode
}

/** A runner who was found: what is known of them, and what can be done. */
export function PersonRow(props: PersonRowProps) {
  const { entrant, isUnsigned, checkIns = [], timeZone, now, bibs, handOut, onCheckIn, onUndo, children } = props
  const counting = checkIns.filter(counts)
  const [first] = counting
  const isUndecided = checkIns.some(({ confirmed, voidedAt }) => !confirmed && voidedAt === null)
  const last = counting.at(-1)
  const name = who(entrant)
  const scan = first && whenAndWhere(first, timeZone, now)
  return (
    <li className="flex flex-wrap items-center justify-end gap-3 rounded-lg border border-line bg-surface p-2 ps-3">
      <div className="min-w-0 flex-[1_1_7rem]">
        <p className="text-xl font-bold wrap-anywhere">{name}</p>
        <div className="flex flex-wrap gap-2 not-empty:mt-1">
          {scan !== undefined && (
            <Badge tone={hasPlace(entrant) ? 'open' : 'soon'}>
              {hasPlace(entrant) ? texts.hereAt({ scan }) : texts.scannedAt({ scan })}
            </Badge>
          )}
          {isUndecided && <Badge tone="soon">{texts.unconfirmedScan()}</Badge>}
          {counting.length > 1 && <Badge tone="danger">{texts.checkIns({ count: counting.length })}</Badge>}
          {isOnWaitingList(entrant) && <Badge tone="soon">{texts.waitingList()}</Badge>}
          {isInBallot(entrant) && <Badge tone="soon">{texts.notDrawnYet()}</Badge>}
          {entrant.status === 'unconfirmed' && <Badge tone="soon">{texts.unconfirmedEntry()}</Badge>}
          {isUnsigned && <Badge tone="danger">{texts.waiverUnsigned()}</Badge>}
          {entrant.isClaimed === false && <Badge tone="ink">{texts.noAccount()}</Badge>}
        </div>
      </div>
      {last ? (
        <RowButton className="border-edge bg-surface" onClick={() => onUndo(last._id)}>
          <Rich text={texts.undoCheckIn({ who: name })} />
        </RowButton>
      ) : (
        <RowButton className="border-transparent bg-action text-on-action" onClick={onCheckIn}>
          <Rich text={texts.checkInRunner({ who: name })} />
        </RowButton>
      )}
      {bibs && hasPlace(entrant) && (
        <div className="basis-full">
          <BibChoice entrant={entrant} bibs={bibs} isOffered={entrant.bib === null} handOut={handOut} />
        </div>
      )}
      {children && <div className="basis-full has-[>:empty]:hidden">{children}</div>}
    </li>
  )
}

type RowButtonProps = { className: string; onClick: () => void; children: ReactNode }

/** A button for a thumb in a glove. */
function RowButton({ className, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`min-h-16 max-w-34 min-w-28 md:max-w-none shrink-0 rounded-md border-2 px-2 text-lg leading-tight font-bold ${className}`}
    >
      {children}
    </button>
  )
}
