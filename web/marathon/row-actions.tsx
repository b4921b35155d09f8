import type { ReactNode } from 'react'
import * as common from '../texts/compiled/common.js'
import { Button } from '../ui/button.tsx'
import { DeleteIcon, EditIcon } from '../ui/icons/screen-icons.tsx'

type RowActionsProps = {
  /** The accessible names of the two buttons, with the row's title: 'Edit Berlin Marathon'. */
  names: { edit: string; delete: string }
  onEdit: () => void
  onDelete: () => void
  deleting: boolean
  /** What the second button does, if it is not called 'Delete'. */
  deleteLabel?: string
  /** More buttons, after the two. */
  children?: ReactNode
}

/** The buttons that edit and delete a row. */
export function RowActions({ names, onEdit, onDelete, deleting, deleteLabel, children }: RowActionsProps) {
  return (
    <div className={`flex flex-wrap gap-2 ${children ? 'xl:min-w-64' : 'lg:flex-nowrap'}`}>
      <Button variant="secondary" aria-label={names.edit} onClick={onEdit}>
        <EditIcon size={20} />
        <span className="lg:sr-only">{common.edit()}</span>
      </Button>
      <Button variant="danger" aria-label={names.delete} pending={deleting} onClick={onDelete}>
        {!deleting && <DeleteIcon size={20} />}
        {/* A wide screen has the icon alone; another word than 'Delete' needs to be read. */}
        <span className={deleteLabel ? '' : 'lg:sr-only'}>{deleteLabel ?? common.deleteIt()}</span>
      </Button>
      {children}
    </div>
  )
}
