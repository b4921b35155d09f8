import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { may } from '../../../contract/roles.ts'
import type { SyncRecord } from '../../store/account-db.ts'
import type { NoticeView } from '../../store/rows/notices.ts'
import type { Race } from '../../store/rows/races.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as texts from '../../texts/compiled/race-day.js'
import * as raceTexts from '../../texts/compiled/races.js'
import { formatSaved } from '../../ui/format/format.ts'
import { useWakeLock, type WakeLockState } from '../../ui/hooks/use-wake-lock.ts'
import { OWN_WORDS } from '../../ui/own-words.ts'
import { ApplicationCode } from './application-code.tsx'
import { LocalTime } from './local-time.tsx'
import { RaceTime } from './race-time.tsx'
import { StartNotices } from './start-notices.tsx'
import './start.css'

type StartLineViewProps = {
  race: Race
  /** The unread notices of all races. */
  unread: NoticeView[]
  /** The time by the server's clock, ms. */
  now: number
  sync: SyncRecord | undefined
}

/**
 * The start-line screen of one race: the local time, the time left and the application, large enough for cold hands.
 * The times take what room the notices and the code leave them, so the code is always in view.
 */
export function StartLineView({ race, unread, now, sync }: StartLineViewProps) {
  useShownMarathon(race.marathonId)
  const [large, setLarge] = useState(false)
  const [face, setFace] = useState<'light' | 'dark'>(() => systemFace())
  const [awake, setAwake] = useState(true)
  const note = wakeLockMessage(awake, useWakeLock(awake))
  return (
    <div className="start-line flex min-h-dvh flex-col" data-face={face}>
      <div className={`start-grid mx-auto w-full max-w-5xl flex-1 px-4 pt-3 ${large ? 'is-large' : ''}`}>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 [grid-area:told]">
          <header className="text-center">
            <h1 {...OWN_WORDS} className="truncate text-xl sm:text-3xl">
              {race.title}
            </h1>
            <p {...OWN_WORDS} className="truncate font-semibold">
              {race.location}
            </p>
            {race.marathon === null && (
              <p className="mt-1 border-2 border-current px-2 font-bold">
                {sync?.syncedAt ? texts.eventDeleted() : texts.onlyOwnCopy()}
              </p>
            )}
          </header>
          <StartNotices marathonId={race.marathonId} unread={unread} />
        </div>
        {!large && (
          <div className="start-clock [grid-area:clock]">
            <div className="start-times">
              <LocalTime
                now={now}
                timeZone={race.timeZone}
                offsetMs={sync?.serverOffsetMs ?? 0}
                isOwnZone={race.marathon === null}
              />
              <RaceTime race={race} now={now} />
            </div>
          </div>
        )}
        <div className="min-w-0 self-center [grid-area:code]">
          {race.applications.length > 0 ? (
            <ApplicationCode race={race} large={large} onToggle={() => setLarge(!large)} />
          ) : (
            <>
              {may(race.marathon?.role, 'checkIn') && (
                <Link
                  to="/dashboard/myMarathons/$id/checkIn"
                  params={{ id: race.marathonId }}
                  className="start-button is-main"
                >
                  {raceTexts.checkIn()}
                </Link>
              )}
              {race.marathon?.role === 'timer' && (
                <Link
                  to="/dashboard/myMarathons/$id/timing"
                  params={{ id: race.marathonId }}
                  className="start-button is-main"
                >
                  {raceTexts.timing()}
                </Link>
              )}
            </>
          )}
        </div>
        {/* The height is the same for every text about the screen. */}
        <p className="line-clamp-2 min-h-10 text-center text-sm font-semibold [grid-area:note] landscape:line-clamp-1 landscape:min-h-5">
          {note &&
            (sync?.syncedAt
              ? `${texts.savedSentence({ saved: formatSaved(sync.syncedAt, now - sync.serverOffsetMs) })} ${note}`
              : note)}
        </p>
      </div>
      <nav
        aria-label={texts.startLine()}
        className="sticky bottom-0 mx-auto flex w-full max-w-5xl flex-wrap gap-2 bg-(--face) p-3"
      >
        <Link to="/ready" search={{ race: race.marathonId }} className="start-button">
          {texts.raceDay()}
        </Link>
        <button type="button" className="start-button" onClick={() => setFace(face === 'light' ? 'dark' : 'light')}>
          {face === 'light' ? texts.night() : texts.sun()}
        </button>
        <button type="button" className="start-button" aria-pressed={awake} onClick={() => setAwake(!awake)}>
          {texts.stayOn()}
        </button>
        <Link to="/marathons/$id" params={{ id: race.marathonId }} className="start-button">
          {texts.details()}
        </Link>
      </nav>
    </div>
  )
}

function systemFace() {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Null until the phone has said whether it keeps the screen on: another sentence would move what stands there. */
function wakeLockMessage(wanted: boolean, state: WakeLockState): string | null {
  if (!wanted) return texts.screenTurnsOff()
  switch (state) {
    case 'on':
      return texts.screenStaysOn()
    case 'missing':
      return texts.screenCannotStayOn()
    case 'refused':
      return texts.screenRefused()
    case 'off':
      return null
  }
}
