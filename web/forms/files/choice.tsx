import type { ReactNode } from 'react'

type ChoiceProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

/** A box to tick. */
export function Choice({ checked, onChange, children }: ChoiceProps) {
  return (
    <label className="mt-1 flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0"
        checked={checked}
        onChange={(change) => onChange(change.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
