import { type ReactNode, useId } from 'react'

type CheckFieldProps = {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (isChecked: boolean) => void
}

/** A box to tick, with its hint. */
export function CheckField({ label, hint, checked, disabled, onChange }: CheckFieldProps) {
  const hintId = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-action"
          aria-describedby={hint ? hintId : undefined}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={hintId} className="ms-8 text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
