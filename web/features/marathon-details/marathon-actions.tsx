import { useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { mapLink } from '../../marathon/map-link.ts'
import { useAccount } from '../../store/account-context.tsx'
import { readDraft, saveDraft } from '../../store/drafts.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { plainText } from '../../texts/plain-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { CalendarIcon, PinIcon, ShareIcon } from '../../ui/icons/screen-icons.tsx'

/** The choices of reminders, with their names in calendar-file, which loads only with the file. */
const CHOICES = [
  ['both', texts.remindBoth],
  ['day', texts.remindDay],
  ['hours', texts.remindHours],
  ['none', texts.remindNone],
] as const

/** Where this phone keeps the user's choice of reminders. A logout deletes it. */
const REMINDERS_KEY = 'calendar-reminders'

/** The actions on a marathon: open the map, share the link, add it to a calendar. All but the map work offline. */
export function MarathonActions({ marathon }: { marathon: MarathonView }) {
  const [message, setMessage] = useState('')
  const [reminders, setReminders] = useReminders()
  const url = `${location.origin}/marathons/${marathon._id}`
  const map = mapLink(marathon.location, navigator.userAgent)

  const share = async () => {
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: marathon.title, url })
      else {
        await navigator.clipboard.writeText(url)
        setMessage(texts.linkCopied())
      }
    } catch (error) {
      // The user closed the share sheet, which is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setMessage(plainText(texts.copyThisLink({ url })))
    }
  }
  const addToCalendar = async () => {
    const { calendarFile, remindersOf } = await import('./calendar-file.ts')
    const chosen = remindersOf(reminders)
    downloadFile(
      `${fileName(marathon.title)}.ics`,
      'text/calendar;charset=utf-8',
      calendarFile(marathon, url, Date.now(), chosen),
    )
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
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={addToCalendar}>
          <CalendarIcon size={20} />
          {texts.addToCalendar()}
        </Button>
        {map && (
          <a href={map} target="_blank" rel="noreferrer nofollow ugc" className={buttonClass('secondary')}>
            <PinIcon size={20} />
            {texts.map()}
          </a>
        )}
        <Button variant="secondary" onClick={share}>
          <ShareIcon size={20} />
          {texts.share()}
        </Button>
      </div>
      <label className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
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
      <p role="status" className="text-sm text-ink-soft not-empty:mt-2">
        {message}
      </p>
    </div>
  )
}

/** The reminders that the user chose last, and a function that changes them. */
function useReminders(): [string, (next: string) => void] {
  const { db } = useAccount()
  const [reminders, setReminders] = useState('both')
  useEffect(() => {
    let isCurrent = true
    void readDraft(db, REMINDERS_KEY)
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
    void saveDraft(db, REMINDERS_KEY, { reminders: next })
  }
  return [reminders, change]
}
