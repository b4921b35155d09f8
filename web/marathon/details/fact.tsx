import type { ReactNode } from 'react'

type FactProps = {
  label: string
  children: ReactNode
}

/** A fact of a marathon with its label, in a list of facts. */
export function Fact({ label, children }: FactProps) {
  return (
    <div className="border-t border-line pt-3">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
