import { useAskedEdit } from '../../../status/use-asked-edit.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import { drawMarathon } from '../../../store/rows/marathons.ts'
import * as texts from '../../../texts/compiled/organise.js'
import { Button } from '../../../ui/button.tsx'

const drawTexts = () => ({
  question: texts.drawQuestion(),
  warning: texts.drawWarning(),
  confirm: texts.drawYes(),
  heading: texts.drawTitle(),
  done: texts.drawDone(),
  failed: texts.notDrawn(),
})

/** The button that draws the places of a ballot. There is one draw, so it asks first. */
export function DrawButton({ marathon }: { marathon: MarathonView }) {
  const { edit: draw, editing } = useAskedEdit((db, row: MarathonView) => drawMarathon(db, row._id), drawTexts())
  return (
    <Button
      size="lg"
      pending={editing !== null}
      pendingLabel={texts.drawing()}
      disabled={marathon.pending !== null}
      onClick={() => draw(marathon)}
    >
      {texts.drawNow()}
    </Button>
  )
}
