import { lazy, type RefObject, Suspense, useMemo, useState } from 'react'
import { isUndrawn } from '../../../contract/places.ts'
import { may } from '../../../contract/roles.ts'
import type { EntrantForm } from '../../marathon/entrant/entrant-form.tsx'
import { owedWaivers } from '../../marathon/entrant/owed-waivers.ts'
import { searchableByName } from '../../marathon/find-entrants.ts'
import { onceEach } from '../../marathon/once-each.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { useEntrants } from '../../store/rows/entrants.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { Button } from '../../ui/button.tsx'
import { optional } from '../../ui/optional.ts'
import type { BibClash } from './bibs/bib-clashes.ts'
import { BibClashes } from './bibs/bib-clashes.tsx'
import { BlockField } from './bibs/block-field.tsx'
import { useBibs } from './bibs/use-bibs.ts'
import { FindPerson } from './find-person.tsx'
import type { Answers } from './use-answers.ts'
import type { GateSettings } from './use-gate.ts'
import type { TakeBib } from './walk-in/walk-in-form.tsx'

// A gate needs no forms, and they bring the schemas.
const EntrantActions = optional(() =>
  import('../../marathon/entrant/entrant-actions.tsx').then((m) => m.EntrantActions),
)
const WalkInForm = lazy(() => import('./walk-in/walk-in-form.tsx').then((m) => ({ default: m.WalkInForm })))
const OpenEntrantForm = lazy(() =>
  import('../../marathon/entrant/entrant-form.tsx').then((m) => ({ default: m.OpenEntrantForm })),
)

const NONE: ApplicationView[] = []
const prepared = onceEach((one: ApplicationView) => searchableByName(one))

type PeopleProps = Pick<Answers, 'scan' | 'undo' | 'enter' | 'handOut'> & {
  marathon: MarathonView
  settings: GateSettings
  onSettings: (change: Partial<GateSettings>) => void
  clashes: BibClash[] | undefined
  /** More entrants may be on their way from the server. */
  isFetching: boolean
  /** Tells whether the keyboard is open, and the camera must leave its place. */
  onTyping: (isTyping: boolean) => void
  takeBib: RefObject<TakeBib | null>
  /** Does the camera look for a bib? */
  isScanningBib: boolean
  onScanningBib: (isScanning: boolean) => void
  now: number
}

/**
 * Who is entered, and who is not yet: the search, and for a desk the form of a walk-in and the bibs at its table. A change
 * of the entrants or of a text does not render the rest of the screen again.
 */
export function People(props: PeopleProps) {
  const { marathon, settings, onSettings, clashes, isFetching, onTyping, now, scan, undo, enter, handOut } = props
  const { takeBib, isScanningBib, onScanningBib } = props
  const entrants = useEntrants(marathon._id)
  const all = useMemo(() => prepared(entrants ?? NONE), [entrants])
  const [isEntering, setEntering] = useState(false)
  const [form, setForm] = useState<EntrantForm | null>(null)
  const tableBibs = useBibs(all, settings, onSettings)
  const bibs = may(marathon.role, 'desk') ? tableBibs : null
  // Nobody has a place before a draw, and nobody runs in a cancelled event.
  const mayEnter = bibs !== null && !isUndrawn(marathon) && marathon.cancelled === null
  const enterOne = (isOpen: boolean) => {
    setEntering(isOpen)
    onTyping(isOpen)
    onScanningBib(false)
  }
  return (
    <>
      <BibClashes clashes={clashes} bibs={bibs} handOut={handOut} />
      {mayEnter && isEntering ? (
        <Suspense>
          <WalkInForm
            marathon={marathon}
            all={all}
            bibs={tableBibs}
            takeBib={takeBib}
            isScanning={isScanningBib}
            onScanning={onScanningBib}
            enter={enter}
            scan={scan}
            onClose={() => enterOne(false)}
          />
        </Suspense>
      ) : (
        <FindPerson
          entrants={entrants}
          all={all}
          bibs={bibs}
          isFetching={isFetching}
          onSearching={onTyping}
          isUnsigned={(entrant) => owedWaivers(marathon, entrant).length > 0}
          actionsOf={(entrant) =>
            (!entrant.isClaimed || (bibs !== null && owedWaivers(marathon, entrant).length > 0)) && (
              <Suspense>
                <EntrantActions entrant={entrant} marathon={marathon} onOpen={setForm} />
              </Suspense>
            )
          }
          timeZone={marathon.timeZone}
          now={now}
          scan={scan}
          undo={undo}
          handOut={handOut}
        >
          {mayEnter && (
            <Button variant="secondary" className="flex-1 basis-32 px-3!" onClick={() => enterOne(true)}>
              {texts.enterNew()}
            </Button>
          )}
        </FindPerson>
      )}
      <Suspense>{form && <OpenEntrantForm open={form} marathon={marathon} onClose={() => setForm(null)} />}</Suspense>
      {bibs && (
        <BlockField
          block={settings.block}
          given={tableBibs.given}
          all={all}
          onBlock={(block) => onSettings({ block })}
        />
      )}
    </>
  )
}
