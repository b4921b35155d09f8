import { Link } from '@tanstack/react-router'
import { helps, organises } from '../../../contract/roles.ts'
import { raceMoment } from '../../marathon/race/race-moment.ts'
import type { Race } from '../../store/rows/races.ts'
import * as texts from '../../texts/compiled/race-day.js'
import * as roleTexts from '../../texts/compiled/roles.js'
import { formatDayOfYear, formatTime } from '../../ui/format/format.ts'
import { OWN_WORDS } from '../../ui/own-words.ts'

type RaceSwitchProps = { races: Race[]; shown: Race; now: number }

/** The races of today and the days to come. A tap shows another one. */
export function RaceSwitch({ races, shown, now }: RaceSwitchProps) {
  return (
    <nav aria-label={texts.yourRaces()} className="no-print">
      <ul className="grid gap-2">
        {races.map((race) => (
          <li key={race.marathonId}>
            <Link
              to="/ready"
              search={{ race: race.marathonId }}
              replace
              resetScroll={false}
              aria-current={race === shown ? 'true' : undefined}
              className="flex min-h-14 items-center gap-3 rounded-md border-2 border-line bg-surface px-3 py-1.5 hover:border-edge aria-[current]:border-ink"
            >
              <span className="grid shrink-0">
                <span className="numeral text-xl">{formatTime(race.startDate, race.timeZone, race.timeZone)}</span>
                <span className="text-sm text-ink-soft">{formatDayOfYear(race.startDate, race.timeZone)}</span>
              </span>
              <span className="grid min-w-0">
                <span {...OWN_WORDS} className="max-w-full justify-self-start truncate font-semibold">
                  {race.title}
                </span>
                <span className="truncate text-sm text-ink-soft">
                  {texts.momentAndRole({ moment: raceMoment(race, now), role: roleOf(race) })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What the user does at a race; somebody may organise it and run in it. */
export function roleOf({ marathon, applications }: Race): string {
  if (organises(marathon)) return texts.youOrganise()
  if (!helps(marathon) || applications.length > 0) return texts.youRun()
  return texts.youHelp({ role: roleTexts.name({ role: marathon.role }) })
}
