import { useEffect, useState } from 'react'
import type { CalendarEvent } from '../../../contract/calendar/calendar-file.ts'
import { recordError } from '../../../contract/errors.ts'
import { useAccountOrNull } from '../../store/account-context.tsx'
import * as texts from '../../texts/compiled/calendar.js'
import { cancelledBecause as cancelledText } from '../../texts/compiled/marathon.js'
import { plainText } from '../../texts/plain-text.ts'
import { Button } from '../../ui/button.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { CalendarIcon } from '../../ui/icons/screen-icons.tsx'
import { marathonUrl } from '../share-marathon.ts'

/** The choices of reminders, with their names in calendar-file, which loads only with the file. */
const CHOICES = [
  ['both', texts.remindBoth],
  ['day', texts.remindDay],
  ['hours', texts.remindHours],
  ['none', texts.remindNone],
] as const

const cancelledBecause = (reason: string) => plainText(cancelledText({ reason }))

/** Where this phone keeps an account's choice of reminders. A logout deletes it. */
const REMINDERS_KEY = 'calendar-reminders'

// A visitor has no drafts, and needs no code of an account.
const drafts = () => import('../../store/drafts.ts')

/** What the file needs. Only an account has edits that are not sent. */
export type CalendarMarathon = CalendarEvent & { pending?: 'waiting' | 'parked' | null }

/** The button that saves a marathon as a calendar file, also offline, and the choice of its reminders. */
export function AddToCalendar({ marathon }: { marathon: CalendarMarathon }) {
  const [message, setMessage] = useState('')
  const [reminders, setReminders] = useReminders()
  const save = async () => {
    const { calendarFile, remindersOf } = await import('../../../contract/calendar/calendar-file.ts')
    const chosen = remindersOf(reminders)
    // An edit that has not arrived has no version of its own yet.
    const event = { ...marathon, ver: marathon.ver + (marathon.pending ? 1 : 0) }
    const context = { urlOf: marathonUrl, cancelledBecause, now: Date.now() }
    downloadFile(`${fileName(marathon.title)}.ics`, 'text/calendar;charset=utf-8', calendarFile(event, context, chosen))
    setMessage(
      marathon.cancelled
        ? texts.calendarSavedCancelled()
        : chosen === 'none'
          ? texts.calendarSaved()
          : texts.calendarSavedReminders(),
    )
  }
  return (
    <div className="no-print">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" onClick={save}>
          <CalendarIcon size={20} />
          {texts.addToCalendar()}
        </Button>
        <label className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {texts.reminders()}
          <select
            className="min-h-11 min-w-0 max-w-full rounded-md border-2 border-edge bg-surface px-2"
            value={reminders}
            onChange={(event) => setReminders(event.target.value)}
          >
            {CHOICES.map(([value, label]) => (
              <option key={value} value={value}>
                {label()}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p role="status" className="text-sm text-ink-soft not-empty:mt-2">
        {message}
      </p>
    </div>
  )
}

/** The reminders that the account chose last, and a function that changes them. */
function useReminders(): [string, (next: string) => void] {
  const db = useAccountOrNull()?.db
  const [reminders, setReminders] = useState('both')
  useEffect(() => {
    if (!db) return
    let isCurrent = true
    void drafts()
      .then(({ readDraft }) => readDraft(db, REMINDERS_KEY))
      .catch((error) => recordError(error, null))
      .then((kept) => {
        if (isCurrent && typeof kept?.reminders === 'string') setReminders(kept.reminders)
      })
    return () => {
      isCurrent = false
    }
  }, [db])
  const change = (next: string) => {
    setReminders(next)
    if (db) void drafts().then(({ saveDraft }) => saveDraft(db, REMINDERS_KEY, { reminders: next }), recordError)
  }
  return [reminders, change]
}
