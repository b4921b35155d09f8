import { type ReactNode, Suspense } from 'react'
import { WarningIcon } from '../../ui/icons/screen-icons.tsx'

type ProblemSectionProps = { id: string; title: string; text: string; children: ReactNode }

/**
 * The section to which a note leads: a list of what somebody must look at. It is there before the code of its items, so that
 * the note leads to it at once.
 * @param children the items of the list
 */
export function ProblemSection({ id, title, text, children }: ProblemSectionProps) {
  const heading = `${id}-title`
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={heading}
      className="scroll-mt-20 rounded-lg border-2 border-soon p-3"
    >
      <h2 id={heading} className="flex items-center gap-2 text-xl text-soon">
        <WarningIcon />
        <span>{title}</span>
      </h2>
      <p className="mt-1 text-ink-soft">{text}</p>
      <ul className="mt-3 grid grid-cols-1 gap-4">
        <Suspense>{children}</Suspense>
      </ul>
    </section>
  )
}
