import { type ReactNode, useState } from 'react'
import { fieldsMore } from '../texts/compiled/sync.js'
import { listOf } from '../texts/list.ts'
import { ExpandIcon } from '../ui/icons/screen-icons.tsx'

type FoldedPartProps = {
  label: string
  /** What is in it; nothing of it is shown where it is empty. */
  names: readonly string[]
  /** What it is for, while nothing is in it. */
  hint: string
  /** Is something in it wrong? Then it opens by itself. */
  isWrong: boolean
  children: ReactNode
}

/** A part of a form that is closed until somebody wants it. */
export function FoldedPart({ label, names, hint, isWrong, children }: FoldedPartProps) {
  const [isOpen, setOpen] = useState(false)
  if (isWrong && !isOpen) setOpen(true)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group/part">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="block font-semibold">{label}</span>
          <span className="block text-sm break-words text-ink-soft">{names.length > 0 ? inShort(names) : hint}</span>
        </span>
        <span className="group-open/part:rotate-180">
          <ExpandIcon />
        </span>
      </summary>
      {isOpen && children}
    </details>
  )
}

/** 'Club, Sex and Waiver', 'Club, Sex and 7 more' */
function inShort(names: readonly string[]): string {
  const [first = '', second = '', ...rest] = names
  return rest.length > 1 ? fieldsMore({ first, second, count: rest.length }) : listOf(names)
}
