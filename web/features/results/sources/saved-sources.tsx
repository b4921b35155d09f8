import { useState } from 'react'
import { organises } from '../../../../contract/roles.ts'
import { useSaveParts } from '../../../forms/files/use-save-parts.ts'
import { storageMessage } from '../../../forms/storage-message.ts'
import { pointName } from '../../../marathon/race/point-name.ts'
import { useAccount } from '../../../store/account-context.tsx'
import { type Edit, StorageFailure } from '../../../store/outbox.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import { enqueueInParts } from '../../../store/rows/many/enqueue-in-parts.ts'
import { useRecorded } from '../../../store/rows/recordings.ts'
import * as texts from '../../../texts/compiled/sources.js'
import { listOf } from '../../../texts/list.ts'
import { Button } from '../../../ui/button.tsx'
import { confirmPopUp } from '../../../ui/dialogs/pop-up.ts'
import { FormError } from '../../../ui/form-error.tsx'
import { type Source, sourcesOf, voidEdits } from './plan-times.ts'
import { shownMoment } from './shown-time.ts'

/** The files and sheets whose times were recorded, each with its undo. */
export function SavedSources({ marathon }: { marathon: MarathonView }) {
  const { db } = useAccount()
  const recorded = useRecorded(marathon._id)
  const { listed, label, isSaving, save } = useSaveParts<readonly Edit[][], typeof recorded>(recorded, {
    save: enqueueInParts,
  })
  const [undoing, setUndoing] = useState('')
  const [failure, setFailure] = useState('')
  const sources = listed ? sourcesOf(listed.recordings, db.uid) : []
  if (sources.length === 0) return null
  const undo = async ({ clock, lines, samples }: Source) => {
    const count = lines.length
    const text = texts.takeBackText()
    if (!(await confirmPopUp({ title: texts.takeBackTitle({ count }), text, confirm: texts.takeBackYes() }))) return
    setUndoing(clock)
    setFailure('')
    try {
      setFailure((await save(voidEdits([...lines, ...samples].map(({ _id }) => _id)))) ?? '')
    } catch (caught) {
      if (!(caught instanceof StorageFailure)) throw caught
      setFailure(storageMessage(caught).text)
    }
  }
  return (
    <section aria-labelledby="saved-sources">
      <h2 id="saved-sources" className="mb-2 text-xl">
        {texts.saved()}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {sources.map((source) => {
          const { clock, lines, points, by, isOwn } = source
          const [first, last] = [lines[0], lines.at(-1)]
          const isOrder = first?.how === 'order'
          const span = {
            first: shownMoment(Date.parse(first?.at ?? ''), marathon),
            last: shownMoment(Date.parse(last?.at ?? ''), marathon),
          }
          return (
            <li key={clock} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <div className="min-w-0">
                <p className="font-semibold">
                  {(isOrder ? texts.sourceOfBibs : texts.sourceOf)({
                    count: lines.length,
                    points: listOf(points.map(pointName)),
                  })}
                </p>
                <p className="text-sm text-ink-soft">
                  {isOrder ? texts.sourceOfBibsBy({ by }) : texts.sourceBy({ ...span, by })}
                </p>
              </div>
              {(isOwn || organises(marathon)) && (
                <Button
                  variant="secondary"
                  pending={isSaving && undoing === clock}
                  pendingLabel={label}
                  disabled={isSaving && undoing !== clock}
                  onClick={() => void undo(source)}
                >
                  {texts.takeBack()}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <FormError>{failure}</FormError>
    </section>
  )
}
