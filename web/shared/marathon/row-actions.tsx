import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { DeleteIcon, EditIcon } from '../../ui/icon.tsx'

type RowActionsProps = {
  title: string
  onEdit: () => void
  onDelete: () => void
  deleting: boolean
  /** What the second button does, if it is not called 'Delete'. */
  deleteLabel?: string
  /** More buttons, after the two. */
  children?: ReactNode
}

/** The buttons that edit and delete a row. Their accessible names contain the row's title. */
export function RowActions({ title, onEdit, onDelete, deleting, deleteLabel = 'Delete', children }: RowActionsProps) {
  return (
    <div className={`flex flex-wrap gap-2 ${children ? 'xl:min-w-64' : 'lg:flex-nowrap'}`}>
      <Button variant="secondary" aria-label={`Edit ${title}`} onClick={onEdit}>
        <EditIcon size={20} />
        <span className="lg:sr-only">Edit</span>
      </Button>
      <Button variant="danger" aria-label={`${deleteLabel} ${title}`} pending={deleting} onClick={onDelete}>
        {!deleting && <DeleteIcon size={20} />}
        {/* A wide screen has the icon alone; another word than 'Delete' needs to be read. */}
        <span className={deleteLabel === 'Delete' ? 'lg:sr-only' : ''}>{deleteLabel}</span>
      </Button>
      {children}
    </div>
  )
}
