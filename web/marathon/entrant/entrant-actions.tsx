import type { ReactNode } from 'react'
import { may } from '../../../contract/roles.ts'
import { useAskedEdit } from '../../status/use-asked-edit.ts'
import { isErased } from '../../store/forget-values.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { confirmEntry, mayEditEntrant, moveUp } from '../../store/rows/entrant-edits.ts'
import * as texts from '../../texts/compiled/entrant.js'
import { Button } from '../../ui/button.tsx'
import { entrantName } from '../entrant-name.ts'
import { isUnconfirmed } from '../waiting-list.ts'
import type { EntrantForm } from './entrant-form.tsx'
import { owedWaivers } from './owed-waivers.ts'

type EntrantActionsProps = {
  entrant: ApplicationView
  marathon: MarathonView
  /** The place on the waiting list, as this phone knows it; undefined for who does not wait. */
  place?: number | undefined
  /** Opens a form: `EntrantForm` stands outside of a list, whose rows come and go. */
  onOpen: (form: EntrantForm) => void
  children?: ReactNode
}

/** What staff may do with an entry. Renders no button that this role does not have. All of it works offline. */
export function EntrantActions({ entrant, marathon, place, onOpen, children }: EntrantActionsProps) {
  const { role } = marathon
  const mayEdit = mayEditEntrant(role, entrant)
  const isOrganiser = may(role, 'organise')
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {isOrganiser && isUnconfirmed(entrant) && <Confirm entrant={entrant} />}
      {may(role, 'desk') && !isErased(entrant) && owedWaivers(marathon, entrant).length > 0 && (
        <Button onClick={() => onOpen({ form: 'sign', entrant })}>{texts.sign()}</Button>
      )}
      {mayEdit && !(isErased(entrant) && entrant.isClaimed) && (
        <Button variant="secondary" onClick={() => onOpen({ form: 'correct', entrant })}>
          {texts.correct()}
        </Button>
      )}
      {isOrganiser && place !== undefined && place > 1 && <MoveUp entrant={entrant} overtaken={place - 1} />}
      {mayEdit && entrant.isClaimed === false && !isErased(entrant) && (
        <Button variant="secondary" onClick={() => onOpen({ form: 'claim', entrant })}>
          {texts.claimShow()}
        </Button>
      )}
      {mayEdit && (
        <Button variant="danger" onClick={() => onOpen({ form: 'withdraw', entrant })}>
          {texts.withdraw()}
        </Button>
      )}
      {children}
    </div>
  )
}

function Confirm({ entrant }: { entrant: ApplicationView }) {
  const { edit, editing } = useAskedEdit(confirmEntry, {
    question: null,
    warning: '',
    confirm: '',
    heading: texts.confirmed(),
    done: texts.confirmedText(),
    failed: texts.notConfirmed(),
  })
  return (
    <Button pending={editing !== null} onClick={() => edit(entrant)}>
      {texts.confirm()}
    </Button>
  )
}

/** Says before it how many are overtaken: they have waited longer. */
function MoveUp({ entrant, overtaken }: { entrant: ApplicationView; overtaken: number }) {
  const name = entrantName(entrant)
  const { edit, editing } = useAskedEdit(moveUp, {
    question: texts.moveUpAsk({ name }),
    warning: texts.moveUpText({ count: overtaken }),
    confirm: texts.moveUpYes(),
    heading: texts.movedUp(),
    done: texts.movedUpText({ name }),
    failed: texts.notMovedUp(),
  })
  return (
    <Button variant="secondary" pending={editing !== null} onClick={() => edit(entrant)}>
      {texts.moveUp()}
    </Button>
  )
}
