import * as texts from '../../texts/compiled/entrants.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ColumnChoice } from './column-choice.tsx'
import type { OwnChoice } from './own-choices.ts'
import { MOST_PRINTED, PRINT_COLUMNS, type PrintField } from './print-columns.ts'
import type { KeptColumns } from './use-kept-columns.ts'

type PrintEntrantsProps = {
  count: number
  columns: KeptColumns<PrintField>
  /** The columns that the marathon has of its own. */
  own: readonly OwnChoice[]
  /** The list has all that the columns need. */
  isReady: boolean
  onClose: () => void
}

/** The dialog that prints the shown entrants, with the columns that the user chose the last time. */
export function PrintEntrants({ count, columns: { fields, choose }, own, isReady, onClose }: PrintEntrantsProps) {
  const print = () => {
    onClose()
    // The dialog must be gone before the paper is printed.
    setTimeout(() => window.print())
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.printTitle()}
      description={texts.asShown({ count })}
      action={
        <Button pending={!isReady} onClick={print}>
          {texts.print()}
        </Button>
      }
    >
      <ColumnChoice
        columns={[...PRINT_COLUMNS, ...own.map(({ label, field }) => [() => label, field] as const)]}
        fields={fields}
        onChoose={choose}
        isFull={fields.size >= MOST_PRINTED}
      />
      <p className="mt-3 text-sm text-ink-soft">{texts.columnsFit({ most: MOST_PRINTED })}</p>
    </Dialog>
  )
}
