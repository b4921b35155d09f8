import { type Correction, CorrectionFacts } from '../../marathon/results/correction-facts.tsx'
import * as texts from '../../texts/compiled/public-results.js'

/**
 * The corrections of an official list, the newest first: which row, what, when, by whom and why.
 * @param left how many older ones there are
 */
export function Corrections({ corrections, left }: { corrections: readonly Correction[]; left: number }) {
  if (corrections.length === 0) return null
  return (
    <details className="rounded-md border border-line bg-surface print:hidden">
      <summary className="min-h-11 cursor-pointer px-3 py-2.5 font-semibold">
        {texts.corrections({ count: corrections.length + left })}
      </summary>
      <ol className="grid gap-4 border-t border-line p-3">
        {corrections.map((correction) => (
          <li key={correction._id}>
            <strong>{texts.bibIs({ bib: correction.after.bib || '–' })}</strong>
            <CorrectionFacts correction={correction} />
          </li>
        ))}
      </ol>
      {left > 0 && <p className="px-3 pb-3 text-ink-soft">{texts.left({ count: left })}</p>}
    </details>
  )
}
