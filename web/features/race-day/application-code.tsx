import { useState } from 'react'
import { spacedEntryCode } from '../../../contract/text/entry-code.ts'
import { isInBallot, isOnWaitingList } from '../../marathon/waiting-list.ts'
import type { Race } from '../../store/rows/races.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { QrCode } from '../../ui/pictures/qr-code.tsx'

type ApplicationCodeProps = { race: Race; large: boolean; onToggle: () => void }

/** The runner's name and the entry code as a QR code, made on the phone. A tap enlarges it to the whole screen. */
export function ApplicationCode({ race, large, onToggle }: ApplicationCodeProps) {
  const [turn, setTurn] = useState(0)
  const application = race.applications[turn % Math.max(race.applications.length, 1)]
  if (!application) return <p className="text-center text-2xl font-bold">{texts.organiser()}</p>
  const name = `${application.firstName} ${application.lastName}`
  const entry = spacedEntryCode(application.code)
  return (
    <section aria-label={texts.entryLabel()} className="flex flex-col items-center gap-2 text-center">
      <p className="font-display text-[min(9vw,3.5rem)] leading-none font-extrabold wrap-anywhere md:text-5xl">
        {name}
      </p>
      {application.bib && <p className="text-2xl font-bold">{texts.bib({ bib: application.bib })}</p>}
      {isOnWaitingList(application) && (
        <p className="border-2 border-current px-2 py-1 font-bold">{texts.onWaitingList()}</p>
      )}
      {isInBallot(application) && <p className="border-2 border-current px-2 py-1 font-bold">{texts.inBallot()}</p>}
      {application.code ? (
        <>
          <button type="button" onClick={onToggle} aria-pressed={large} className="border-2 border-current bg-[#fff]">
            <QrCode
              text={application.code}
              label={large ? texts.codeEnlarged({ entry }) : texts.code({ entry })}
              className={large ? 'size-[min(88vw,60dvh)]' : 'size-[min(44vw,22dvh)] md:size-72'}
            />
          </button>
          <p className="font-mono text-2xl font-bold" dir="ltr">
            {entry}
          </p>
        </>
      ) : (
        <p className="border-2 border-current px-2 py-1 font-bold">{texts.noCodeYet()}</p>
      )}
      {application.pending && application.ver === 0 && (
        <p className="border-2 border-current px-2 py-1 font-bold">{texts.savedHereOnly()}</p>
      )}
      {race.applications.length > 1 && (
        <button type="button" className="start-button w-full max-w-xs" onClick={() => setTurn(turn + 1)}>
          {texts.nextEntry({ entry: (turn % race.applications.length) + 1, count: race.applications.length })}
        </button>
      )}
    </section>
  )
}
