import { useNavigate } from '@tanstack/react-router'
import { may } from '../../../../contract/roles.ts'
import { useAskedEdit, useDelete } from '../../../status/use-asked-edit.ts'
import type { AccountDb } from '../../../store/account-db.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import { deleteMarathon, updateMarathon } from '../../../store/rows/marathons.ts'
import * as common from '../../../texts/compiled/common.js'
import * as texts from '../../../texts/compiled/organise.js'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { deleteQuestion } from '../delete-question.ts'
import type { When } from '../when.ts'

const takeBackTexts = () => ({
  question: texts.takeBackQuestion(),
  warning: texts.takeBackWarning(),
  confirm: texts.takeBackYes(),
  heading: texts.takeBackTitle(),
  done: texts.takeBackDone(),
  failed: texts.notTakenBack(),
})

type MoreActionsProps = { marathon: MarathonView; when: When; onCancel: () => void }

/** What an organiser does once, at most: duplicate, cancel, delete. A finished race took place. */
export function MoreActions({ marathon, when, onCancel }: MoreActionsProps) {
  const { _id, cancelled } = marathon
  const navigate = useNavigate()
  const deleteAndLeave = async (db: AccountDb, id: string) => {
    const opIds = await deleteMarathon(db, id)
    await navigate({ to: '/dashboard/myMarathons', replace: true })
    return opIds
  }
  const { remove, deleting } = useDelete(deleteAndLeave, deleteQuestion(marathon))
  const { edit: takeBack, editing: takingBack } = useAskedEdit(
    (db, row: MarathonView) => updateMarathon(db, row, { cancelled: null }),
    takeBackTexts(),
  )
  return (
    <div className="flex flex-wrap gap-2">
      {/* After a race it is among what there is to do. */}
      {(when !== 'past' || cancelled) && (
        <ButtonLink to="/dashboard/addMarathon" search={{ copy: _id }} variant="secondary">
          {texts.duplicate()}
        </ButtonLink>
      )}
      {cancelled ? (
        <Button variant="secondary" pending={takingBack !== null} onClick={() => takeBack(marathon)}>
          {texts.takeBack()}
        </Button>
      ) : (
        when !== 'past' && (
          <Button variant="secondary" onClick={onCancel}>
            {texts.cancelEvent()}
          </Button>
        )
      )}
      {may(marathon.role, 'own') && (
        <Button variant="danger" pending={deleting !== null} onClick={() => remove(marathon)}>
          {common.deleteIt()}
        </Button>
      )}
    </div>
  )
}
