import { Link } from '@tanstack/react-router'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { NoticeLine } from '../../marathon/notices/notice-line.tsx'
import { RaceActions, RaceTitle, runsNow } from '../../marathon/race/race-actions.tsx'
import { raceMoment } from '../../marathon/race/race-moment.ts'
import { newResult, OwnResultLink } from '../../marathon/results/own-result.tsx'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { useAccountOrNull } from '../../store/account-context.tsx'
import { useOwnResults } from '../../store/rows/applications.ts'
import { type NoticeView, urgentFirst, useUnreadNotices } from '../../store/rows/notices.ts'
import { nextRace, racesAtHand } from '../../store/rows/race-phase.ts'
import { type Race, useRaces } from '../../store/rows/races.ts'
import { useSyncRecord, useUnsentCounts } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/home.js'
import * as roleTexts from '../../texts/compiled/roles.js'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDayOfYear, formatSaved, formatTime, formatWeekday } from '../../ui/format/format.ts'
import { OWN_WORDS } from '../../ui/own-words.ts'
import { TodayPlace } from './today-place.tsx'

/** What a signed-in user needs first: the next race, what was told, and what is not sent. All of it is on the phone. */
export function Today() {
  const account = useAccountOrNull()
  const races = useRaces()
  const unread = useUnreadNotices()
  const sync = useSyncRecord()
  const results = useOwnResults()
  const now = useServerNow()
  if (!account || !races || !unread || !sync || !results) return <TodayPlace />
  const live = races.filter(({ marathon }) => marathon !== null)
  const race = nextRace(live, now)
  const atHand = racesAtHand(live, now).length
  // That of the race itself is a button.
  const result = newResult(
    results.filter(({ marathonId }) => marathonId !== race?.marathonId),
    now,
  )
  // A result says more than the notice that there are results, or that they were corrected.
  const ran = new Set(results.map(({ marathonId }) => marathonId))
  const others = unread.filter(({ kind, marathonId }) => !(OF_RESULTS.includes(kind) && ran.has(marathonId)))
  const told = { unread: others, race, result, savedAt: sync.syncedAt, offsetMs: sync.serverOffsetMs, now }
  return (
    <TodayPlace>
      {race ? (
        <section aria-label={texts.yourNextRace()} className={LOOK}>
          <Facts race={race} now={now} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <Told {...told} />
            <div className="flex min-h-14 gap-[min(0.5rem,2vw)] *:flex-auto">
              <RaceActions race={race} now={now} results={results} className={BUTTON} />
              {atHand === 1 && !race.cancelled && runsNow(race, now) ? (
                <ButtonLink
                  to="/dashboard/myMarathons/$id/notices"
                  params={{ id: race.marathonId }}
                  variant="secondary"
                  className={BUTTON}
                >
                  {texts.writeNotice()}
                </ButtonLink>
              ) : (
                <ButtonLink to="/ready" search={{ race: race.marathonId }} variant="secondary" className={BUTTON}>
                  {texts.raceDay({ count: atHand })}
                </ButtonLink>
              )}
            </div>
          </div>
        </section>
      ) : (
        <section aria-labelledby="no-race" className={LOOK}>
          <div>
            <h2 id="no-race" className="text-2xl">
              {texts.noRaceTitle()}
            </h2>
            <p className="mt-1 text-ink-soft">{sync.syncedAt ? texts.noRaceText() : texts.racesToCome()}</p>
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {(others.length > 0 || result) && <Told {...told} />}
            <div className="flex min-h-14 gap-[min(0.5rem,2vw)] *:flex-auto">
              <ButtonLink to="/marathons" className={BUTTON}>
                {texts.findRace()}
              </ButtonLink>
              <ButtonLink to="/dashboard/addMarathon" variant="secondary" className={BUTTON}>
                {texts.addMarathon()}
              </ButtonLink>
            </div>
          </div>
        </section>
      )}
    </TodayPlace>
  )
}

const OF_RESULTS = ['official', 'resultsCorrected'] satisfies NoticeView['kind'][] as string[]

/** Two lines of a long word fit into the height of the row, and two words of twice the size into its width. */
const BUTTON = 'px-[min(0.5rem,2vw)]! py-1! text-base/5!'
const LOOK =
  'grid grid-cols-[minmax(0,1fr)] gap-2 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] md:items-center md:gap-8'

/** Which race it is, where, and when. Each line stays one line, so that the card keeps its height. */
function Facts({ race, now }: { race: Race; now: number }) {
  const { startDate, timeZone, location, cancelled, marathon } = race
  // Whose event it is, its owner knows.
  const role = marathon?.role && marathon.role !== 'owner' ? [roleTexts.name({ role: marathon.role })] : []
  const here = formatTime(startDate, timeZone, timeZone)
  const zone = formatTime(startDate, timeZone).slice(here.length)
  const day = formatDayOfYear(startDate, timeZone)
  return (
    <div className="min-w-0">
      <div className="flex min-h-11 items-center gap-3">
        <p className="flex min-w-0 flex-1 gap-3 font-semibold text-ink-soft">
          <span className="shrink-0">
            {texts.dayOfWeek({ weekday: formatWeekday(startDate, timeZone), day: zone ? `${day},${zone}` : day })}
          </span>
          <span {...OWN_WORDS} className="truncate">
            {location}
          </span>
        </p>
        <Unsent />
      </div>
      {/* The title itself is cut, at the end of its own direction. */}
      <h2 className="flex text-2xl *:truncate *:pb-1">
        <RaceTitle race={race} />
      </h2>
      <p className="mt-1 flex items-center gap-3">
        <span className={`numeral shrink-0 text-5xl ${cancelled ? 'line-through' : ''}`}>{here}</span>
        <span
          className={`line-clamp-2 min-w-0 text-lg/5 font-semibold ${cancelled ? 'text-danger' : 'text-flare-text'}`}
        >
          {[...role, raceMoment(race, now)].join(' · ')}
        </span>
      </p>
    </div>
  )
}

/** The link to what is not sent; nothing where all is. */
function Unsent() {
  const { total } = useUnsentCounts()
  if (total === 0) return null
  return (
    <Link to="/unsent" className="inline-flex min-h-11 shrink-0 items-center">
      <span className="rounded-full bg-soon-tint px-2.5 py-1 text-sm font-semibold text-soon">
        {texts.unsent({ count: total })}
      </span>
    </Link>
  )
}

type ToldProps = {
  unread: NoticeView[]
  race: Race | undefined
  result: OwnResult | undefined
  savedAt: number | null
  offsetMs: number
  now: number
}

/**
 * One line: the unread notice that matters most, or a new result, or why the race is cancelled, or how old all of this is.
 */
function Told({ unread, race, result, savedAt, offsetMs, now }: ToldProps) {
  const [notice] = urgentFirst(unread, 1)
  if (!notice && result) return <OwnResultLink result={result} isTitled />
  if (!notice) {
    return (
      <p className="flex min-h-11 items-center text-sm text-ink-soft">
        <bdi className="line-clamp-2">
          {race?.cancelled ?? (savedAt && texts.saved({ saved: formatSaved(savedAt, now - offsetMs) }))}
        </bdi>
      </p>
    )
  }
  return (
    <section aria-label={texts.notices()} className="rounded-md bg-soon-tint px-3 text-soon">
      <NoticeLine key={notice._id} notice={notice} isTitled={notice.marathonId !== race?.marathonId} />
    </section>
  )
}
