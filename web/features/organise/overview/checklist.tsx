import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MarathonView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/overview.js'
import { ChevronIcon } from '../../../ui/icons/icon.tsx'
import { CheckIcon } from '../../../ui/icons/screen-icons.tsx'
import type { When } from '../when.ts'
import { applicants, type Progress, type ToDoName, toDoOf } from './to-do.ts'

export type ChecklistProps = {
  marathon: MarathonView
  when: When
  progress: Progress
  /** Registration has closed, and the places are not drawn. */
  isDrawDue: boolean
  onEdit: () => void
  onShare: () => void
}

const HEADINGS: Record<When, () => string> = { ahead: texts.before, today: texts.onTheDay, past: texts.after }

const LABELS: Record<ToDoName, () => string> = {
  picture: texts.picture,
  share: texts.shareIt,
  draw: texts.draw,
  helpers: texts.helpers,
  bibs: texts.bibs,
  testScan: texts.testScan,
  checkIn: texts.checkIn,
  doubts: texts.doubts,
  official: texts.official,
  numbers: texts.numbers,
  exports: texts.exports,
  thanks: texts.thanks,
  again: texts.again,
}

/** The screens of the event where things are done. */
const SCREENS = {
  helpers: '/dashboard/myMarathons/$id/staff',
  bibs: '/dashboard/myMarathons/$id/entrants',
  testScan: '/dashboard/myMarathons/$id/checkIn',
  checkIn: '/dashboard/myMarathons/$id/checkIn',
  doubts: '/dashboard/myMarathons/$id/results',
  official: '/dashboard/myMarathons/$id/results',
  exports: '/dashboard/myMarathons/$id/results',
  numbers: '/dashboard/myMarathons/$id/numbers',
  thanks: '/dashboard/myMarathons/$id/notices',
} as const

/** The place on its screen, where it is not the first thing there. */
const PLACES: Partial<Record<ToDoName, string>> = { official: 'published', exports: 'published' }

/** How far a thing is; '' where nobody can tell, or where this phone does not know it yet. */
function hintOf(name: ToDoName, isDone: boolean | null, { marathon, progress, isDrawDue }: ChecklistProps): string {
  const { regCount: registered } = marathon
  const { withBib, helpers, here, doubts } = progress
  switch (name) {
    case 'picture':
      return isDone ? texts.done() : texts.pictureHint()
    case 'share':
      return texts.applied({ count: applicants(marathon) })
    case 'draw':
      if (isDrawDue) return texts.drawDue()
      return isDone ? texts.done() : texts.drawHint()
    case 'helpers':
      return helpers === undefined ? '' : texts.helpersHint({ count: helpers })
    case 'bibs':
      return withBib === undefined ? '' : texts.bibsHint({ given: withBib, registered })
    case 'testScan':
      return isDone ? texts.done() : texts.testScanHint()
    case 'checkIn':
      return here === undefined ? '' : texts.checkInHint({ here, registered })
    case 'doubts':
      return texts.doubtsHint({ count: doubts ?? 0 })
    case 'official':
      return texts.officialHint({ state: marathon.results || 'none' })
    case 'exports':
      return texts.exportsHint()
    case 'numbers':
      return texts.numbersHint()
    case 'thanks':
      return texts.thanksHint()
    case 'again':
      return texts.againHint()
  }
}

const ROW = 'flex w-full min-h-16 items-center gap-3 px-1 py-2 text-start hover:bg-sunken'

/** What there is to do, by the day. Each row leads to the place where it is done. */
export function Checklist(props: ChecklistProps) {
  const { marathon, when, progress, onEdit, onShare } = props
  const toDo = toDoOf(marathon, when, progress)
  if (toDo.length === 0) return null
  const id = marathon._id
  const row = (name: ToDoName, content: ReactNode) => {
    if (name === 'picture' || name === 'share') {
      return (
        <button type="button" className={ROW} onClick={name === 'picture' ? onEdit : onShare}>
          {content}
        </button>
      )
    }
    // Its button is with the other actions, once the window has closed.
    if (name === 'draw') return <div className={ROW}>{content}</div>
    if (name === 'again') {
      return (
        <Link to="/dashboard/addMarathon" search={{ copy: id }} className={ROW}>
          {content}
        </Link>
      )
    }
    return (
      <Link to={SCREENS[name]} params={{ id }} hash={PLACES[name] ?? ''} className={ROW}>
        {content}
      </Link>
    )
  }
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do" className="mb-1 text-xl">
        {HEADINGS[when]()}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {toDo.map(({ name, isDone }) => (
          <li key={name}>
            {row(
              name,
              <>
                <Mark isDone={isDone === true} />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">
                    <span>{LABELS[name]()}</span>
                    {isDone && <span className="sr-only">{` (${texts.done()})`}</span>}
                  </span>
                  {/* The line keeps its height until the phone knows. */}
                  <span className="block min-h-5 text-sm text-ink-soft">{hintOf(name, isDone, props)}</span>
                </span>
                {name !== 'draw' && <ChevronIcon size={20} />}
              </>,
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ isDone }: { isDone: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`flex size-7 shrink-0 items-center justify-center rounded-full border-2 ${isDone ? 'border-open bg-open-tint text-open' : 'border-edge'}`}
    >
      {isDone && <CheckIcon size={16} />}
    </span>
  )
}
