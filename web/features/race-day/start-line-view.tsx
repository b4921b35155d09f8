import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { SyncRecord } from '../../store/account-db.ts'
import type { Race } from '../../store/rows/races.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { formatSaved } from '../../ui/format/format.ts'
import { useWakeLock, type WakeLockState } from '../../ui/hooks/use-wake-lock.ts'
import { ApplicationCode } from './application-code.tsx'
import { LocalTime } from './local-time.tsx'
import { RaceTime } from './race-time.tsx'
import './start.css'
import { optional } from '../../ui/optional.ts'

// Without its code the screen still shows the rest.
const StartNotices = optional(() => import('./start-notices.tsx').then((m) => m.StartNotices))

type StartLineViewProps = {
  race: Race
  /** The time by the server's clock, ms. */
  now: number
  sync: SyncRecord | undefined
}

/**
 * The start-line screen of one race: the local time, the time left and the application, large enough for cold hands.
 */
export function StartLineView({ race, now, sync }: StartLineViewProps) {
  useShownMarathon(race.marathonId)
  const [large, setLarge] = useState(false)
  const [face, setFace] = useState<'light' | 'dark'>(() => systemFace())
  const [awake, setAwake] = useState(true)
  const lock = useWakeLock(awake)
  const button = 'start-button text-base'
  return (
    <div className="start-line flex min-h-dvh flex-col" data-face={face}>
      <div className="mx-auto flex w-full max-w-5xl flex-1 flex-col gap-3 px-4 pt-3">
        <header className="text-center">
          <h1 lang="" className="text-2xl text-balance sm:text-3xl">
            <bdi>{race.title}</bdi>
          </h1>
          <p lang="" className="mt-1 text-lg font-semibold">
            <bdi>{race.location}</bdi>
          </p>
          {race.marathon === null && (
            <p className="mt-1 border-2 border-current px-2 font-bold">
              {sync?.syncedAt ? texts.eventDeleted() : texts.onlyOwnCopy()}
            </p>
          )}
        </header>
        <Suspense>
          <StartNotices marathonId={race.marathonId} />
        </Suspense>
        <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-evenly items-center gap-3 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:gap-10">
          {!large && (
            <div className="flex min-w-0 flex-col gap-4">
              <LocalTime now={now} timeZone={race.timeZone} offsetMs={sync?.serverOffsetMs ?? 0} />
              <RaceTime race={race} now={now} />
            </div>
          )}
          <ApplicationCode race={race} large={large} onToggle={() => setLarge(!large)} />
        </div>
        {/* The height fits two lines, because the text about the screen changes its length. */}
        <p className="min-h-10 text-center text-sm font-semibold">
          {wakeLockMessage(awake, lock) +
            (sync?.syncedAt
              ? ` ${texts.savedSentence({ saved: formatSaved(sync.syncedAt, now - sync.serverOffsetMs) })}`
              : '')}
        </p>
      </div>
      <nav
        aria-label={texts.startLine()}
        className="sticky bottom-0 mx-auto flex w-full max-w-5xl flex-wrap gap-2 bg-(--face) p-3"
      >
        <Link to="/marathons/$id" params={{ id: race.marathonId }} className={button}>
          {texts.details()}
        </Link>
        <button type="button" className={button} onClick={() => setFace(face === 'light' ? 'dark' : 'light')}>
          {face === 'light' ? texts.night() : texts.sun()}
        </button>
        <button type="button" className={button} aria-pressed={awake} onClick={() => setAwake(!awake)}>
          {texts.stayOn()}
        </button>
        <Link to="/ready" className={button}>
          {texts.ready()}
        </Link>
      </nav>
    </div>
  )
}

function systemFace() {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function wakeLockMessage(wanted: boolean, state: WakeLockState): string {
  if (!wanted) return texts.screenTurnsOff()
  switch (state) {
    case 'on':
      return texts.screenStaysOn()
    case 'missing':
      return texts.screenCannotStayOn()
    case 'refused':
      return texts.screenRefused()
    case 'off':
      return texts.screenWhileOpen()
  }
}
