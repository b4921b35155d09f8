import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { PendingBadge } from '../../../status/pending-badge.tsx'
import { useAskedEdit } from '../../../status/use-asked-edit.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import { publishResults } from '../../../store/rows/marathons.ts'
import { numbers } from '../../../texts/compiled/numbers.js'
import * as texts from '../../../texts/compiled/publish.js'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ChevronIcon } from '../../../ui/icons/icon.tsx'
import { OfficialPart } from './official-part.tsx'
import type { PublishedProps } from './signed-list.ts'

const MakeOfficial = lazy(() => import('./make-official.tsx').then((m) => ({ default: m.MakeOfficial })))

const STATES = ['', 'live', 'official'] as const
const TONES: Record<MarathonView['results'], BadgeTone> = { '': 'closed', live: 'soon', official: 'open' }
const NAMES = { '': texts.notPublished, live: texts.live, official: texts.official }
const MEANINGS = { '': texts.notPublishedText, live: texts.liveText, official: texts.officialText }

const showTexts = () => ({
  question: null,
  warning: '',
  confirm: '',
  heading: texts.shown(),
  done: texts.shownText(),
  failed: texts.notDone(),
})
const hideTexts = () => ({ ...showTexts(), heading: texts.hidden(), done: texts.hiddenText() })

/** The id of the panel, which links lead to. */
const ID = 'published'

/**
 * Who may read the results: nobody else, everybody as they come in, or everybody the list that an organiser signed. It is
 * one line until somebody opens it, or follows a link to it.
 */
export function PublishPanel({ race, staff, marathon }: PublishedProps) {
  const { _id: id, pending } = marathon
  // The answer of the server comes before the row of the marathon.
  const [isSigned, setSigned] = useState(false)
  const isMeant = useLocation({ select: ({ hash }) => hash === ID })
  const [isOpen, setOpen] = useState(isMeant)
  useEffect(() => {
    if (isMeant) setOpen(true)
  }, [isMeant])
  const [isAsking, setAsking] = useState(false)
  const results = isSigned ? 'official' : marathon.results
  const { edit: show, editing: showing } = useAskedEdit((db) => publishResults(db, id, 'live'), showTexts())
  const { edit: hide, editing: hiding } = useAskedEdit((db) => publishResults(db, id, ''), hideTexts())
  return (
    <details
      id={ID}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="scroll-mt-24 rounded-md border border-line bg-surface"
    >
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg">{texts.published()}</h2>
        <Badge tone={TONES[results]}>{NAMES[results]()}</Badge>
        <PendingBadge pending={pending} />
        <span aria-hidden="true" className={`ms-auto ${isOpen ? 'rotate-90 rtl:-rotate-90' : ''}`}>
          <ChevronIcon size={20} />
        </span>
      </summary>
      {isOpen && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line px-4 py-4">
          <dl className="grid gap-2">
            {STATES.filter((one) => results !== 'official' || one === 'official').map((one) => (
              <div
                key={one}
                aria-current={one === results ? 'true' : undefined}
                className={`border-s-4 ps-3 ${one === results ? 'border-ink' : 'border-line text-ink-soft'}`}
              >
                <dt className="font-semibold">{NAMES[one]()}</dt>
                <dd className="text-sm">{MEANINGS[one]()}</dd>
              </div>
            ))}
          </dl>
          {results === 'official' ? (
            <OfficialPart race={race} staff={staff} marathon={marathon} />
          ) : (
            <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
              <Button variant={results === 'live' ? 'primary' : 'secondary'} onClick={() => setAsking(true)}>
                {texts.makeOfficial()}
              </Button>
              {results === 'live' ? (
                <Button variant="secondary" pending={hiding !== null} onClick={() => hide(marathon)}>
                  {texts.takeBack()}
                </Button>
              ) : (
                <Button pending={showing !== null} onClick={() => show(marathon)}>
                  {texts.showLive()}
                </Button>
              )}
            </div>
          )}
          <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
            {results !== '' && (
              <ButtonLink to="/e/$id/results" params={{ id }} variant="secondary">
                {texts.allResults()}
              </ButtonLink>
            )}
            <ButtonLink to="/dashboard/myMarathons/$id/numbers" params={{ id }} variant="secondary">
              {numbers()}
            </ButtonLink>
          </div>
        </div>
      )}
      {isAsking && (
        <Suspense>
          <MakeOfficial
            race={race}
            staff={staff}
            marathon={marathon}
            onSigned={() => setSigned(true)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </details>
  )
}
