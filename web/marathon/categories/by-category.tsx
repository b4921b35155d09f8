import { type ReactNode, useState } from 'react'
import * as texts from '../../texts/compiled/entrants.js'

/** Opens the figures by category, which are counted only then: 50,000 entrants take a moment. Nothing without categories. */
export function ByCategory({ marathon, children }: { marathon: { categories: string }; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  if (marathon.categories === '') return null
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{texts.byCategory()}</summary>
      {isOpen && children}
    </details>
  )
}
