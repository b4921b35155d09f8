import { useState } from 'react'
import { spacedEntryCode } from '../../../contract/text/entry-code.ts'
import { isInBallot, isOnWaitingList } from '../../marathon/waiting-list.ts'
import { useAccountOrNull } from '../../store/account-context.tsx'
import type { ApplicationView } from '../../store/overlay.ts'
import type { Race } from '../../store/rows/races.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { QrCode } from '../../ui/pictures/qr-code.tsx'

type ApplicationCodeProps = { race: Race; large: boolean; onToggle: () => void }

/**
 * The runner's name and the entry code as a QR code, made on the phone. A tap enlarges it to the whole screen. A family
 * has a button for each runner.
 */
export function ApplicationCode({ race: { applications }, large, onToggle }: ApplicationCodeProps) {
  const account = useAccountOrNull()
  const [chosen, setChosen] = useState<string>()
  // The account's own runner comes first, so that the pressed button is never out of view.
  const isOwn = (application: ApplicationView) => Number(nameOf(application) === account?.author.name)
  const family = [...applications].sort((a, b) => isOwn(b) - isOwn(a))
  const shown = family.find(({ _id }) => _id === chosen) ?? family[0]
  if (!shown) return null
  return (
    <section aria-label={texts.entryLabel()} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {family.length > 1 && (
        <div className="flex gap-2 overflow-x-auto p-0.5">
          {family.map((application) => (
            <button
              key={application._id}
              type="button"
              aria-pressed={application === shown}
              className="start-button min-h-11! whitespace-nowrap"
              onClick={() => setChosen(application._id)}
            >
              <bdi>{firstNames(application, applications)}</bdi>
            </button>
          ))}
        </div>
      )}
      <Code application={shown} large={large} onToggle={onToggle} />
    </section>
  )
}

function Code({ application, large, onToggle }: Omit<ApplicationCodeProps, 'race'> & { application: ApplicationView }) {
  const { code, bib, wantedBib, pending, ver } = application
  const entry = spacedEntryCode(code)
  return (
    <div className="start-code">
      {code && (
        <button type="button" onClick={onToggle} aria-pressed={large} className="border-2 border-current bg-[#fff]">
          <QrCode
            text={code}
            label={large ? texts.codeEnlarged({ entry }) : texts.code({ entry })}
            className={
              large ? 'size-[min(88vw,60dvh)]' : 'size-[min(42vw,24dvh)] landscape:size-[min(30vw,42dvh,22rem)]'
            }
          />
        </button>
      )}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
        <p className="font-display text-2xl leading-tight font-extrabold wrap-anywhere md:text-4xl">
          {nameOf(application)}
        </p>
        {bib && <p className="text-xl font-bold">{texts.bib({ bib })}</p>}
        {wantedBib && (
          <p className="border-2 border-current px-2 py-1 font-bold">{texts.heldBib({ bib: wantedBib })}</p>
        )}
        {code ? (
          <p className="font-mono text-2xl font-bold">
            <bdi dir="ltr">{entry}</bdi>
          </p>
        ) : (
          <p className="border-2 border-current px-2 py-1 font-bold">{texts.noCodeYet()}</p>
        )}
        {isOnWaitingList(application) && (
          <p className="border-2 border-current px-2 py-1 font-bold">{texts.onWaitingList()}</p>
        )}
        {isInBallot(application) && <p className="border-2 border-current px-2 py-1 font-bold">{texts.inBallot()}</p>}
        {pending && ver === 0 && <p className="border-2 border-current px-2 py-1 font-bold">{texts.savedHereOnly()}</p>}
      </div>
    </div>
  )
}

function nameOf({ firstName, lastName }: ApplicationView): string {
  return `${firstName} ${lastName}`
}

/** The first name; the whole one where two of the family have the same. */
function firstNames(application: ApplicationView, all: ApplicationView[]): string {
  const isShared = all.filter(({ firstName }) => firstName === application.firstName).length > 1
  return isShared ? nameOf(application) : application.firstName
}
