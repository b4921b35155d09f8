import type { ReactNode } from 'react'
import { WarningIcon } from '../../ui/icons/screen-icons.tsx'

/**
 * Tells at the top of the screen what somebody must look at, with the way to its section, which is often below the fold.
 * The element is always there, so that a screen reader announces a new message.
 * @param message '' for none
 */
export function ProblemNote({ section, message }: { section: string; message: string }) {
  const show = () => {
    const found = document.getElementById(section)
    found?.focus({ preventScroll: true })
    found?.scrollIntoView()
  }
  return (
    <div role="status">
      {message !== '' && (
        <button
          type="button"
          onClick={show}
          className="mt-2 inline-flex min-h-11 items-center gap-2 text-start font-semibold text-soon underline underline-offset-4"
        >
          <WarningIcon />
          <span className="min-w-0 wrap-anywhere">{message}</span>
        </button>
      )}
    </div>
  )
}

type ProblemSectionProps = { id: string; title: string; text: string; children: ReactNode }

/** The section to which a note leads: a list of what somebody must look at. @param children the items of the list */
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
      <ul className="mt-3 grid grid-cols-1 gap-4">{children}</ul>
    </section>
  )
}
