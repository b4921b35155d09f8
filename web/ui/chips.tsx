import { useLayoutEffect, useRef } from 'react'
import { localeOf } from '../texts/languages.ts'
import { number } from '../texts/number.ts'

type ChipsProps<Value extends string> = {
  /** What is chosen, for screen readers. */
  legend: string
  /** The name of the radio buttons. */
  name: string
  chips: readonly { value: Value; label: string; count?: number | null }[]
  value: Value
  onChange: (value: Value) => void
}

const EDGE_PX = 16

/**
 * A choice of one of a few, as one row of chips. Where the row is too long, it scrolls sideways. It is the containing
 * block of its radio buttons, which would widen the page otherwise.
 */
export function Chips<Value extends string>({ legend, name, chips, value: chosen, onChange }: ChipsProps<Value>) {
  const row = useRef<HTMLFieldSetElement>(null)
  // The chosen chip may be beyond the edge, after a reload for example. The page itself does not scroll.
  useLayoutEffect(() => {
    const chip = row.current?.querySelector(`[data-chip="${chosen}"]`)
    if (!row.current || !chip) return
    const [inside, at] = [row.current.getBoundingClientRect(), chip.getBoundingClientRect()]
    row.current.scrollLeft +=
      Math.max(0, at.right + EDGE_PX - inside.right) - Math.max(0, inside.left - at.left + EDGE_PX)
  }, [chosen])
  return (
    <fieldset
      ref={row}
      className="relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] sm:-mx-6 sm:px-6 md:mx-0 md:flex-wrap md:px-0"
    >
      <legend className="sr-only">{legend}</legend>
      {chips.map(({ value, label, count }) => (
        <label
          key={value}
          data-chip={value}
          className="inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-full border-2 border-edge bg-surface px-3 font-semibold sm:px-4 has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === chosen}
            onChange={() => onChange(value)}
          />
          <span>{label}</span>
          {count != null && <span className="font-normal tabular-nums">{number(localeOf('en'), count)}</span>}
        </label>
      ))}
    </fieldset>
  )
}
