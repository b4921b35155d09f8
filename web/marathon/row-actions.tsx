import * as common from '../texts/compiled/common.js'
import { Button } from '../ui/button.tsx'
import { DeleteIcon, EditIcon } from '../ui/icons/screen-icons.tsx'

type RowActionsProps = {
  /** The accessible names of the two buttons, with the row's title: 'Edit Berlin Marathon'. */
  names: { edit: string; delete: string }
  onEdit: () => void
  /** Undefined where the user may not delete the row. */
  onDelete: (() => void) | undefined
  deleting: boolean
  /** What the second button does, if it is not called 'Delete'. */
  deleteLabel?: string
}

/** The buttons that edit and delete a row. */
export function RowActions({ names, onEdit, onDelete, deleting, deleteLabel }: RowActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 md:flex-nowrap">
      <Button variant="quiet" aria-label={names.edit} onClick={onEdit}>
        <EditIcon size={20} />
        <span className="md:sr-only">{common.edit()}</span>
      </Button>
      {onDelete && (
        <Button
          variant="quiet"
          className="text-danger!"
          aria-label={names.delete}
          pending={deleting}
          onClick={onDelete}
        >
          {!deleting && <DeleteIcon size={20} />}
          {/* A table has the icon alone; another word than 'Delete' needs to be read, in two lines where the table is narrow. */}
          <span className={deleteLabel ? 'md:max-lg:min-w-24 xl:whitespace-nowrap' : 'md:sr-only'}>
            {deleteLabel ?? common.deleteIt()}
          </span>
        </Button>
      )}
    </div>
  )
}
