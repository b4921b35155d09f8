import type { ReactNode } from 'react'

type SectionProps = {
  id: string
  title: string
  intro?: string
  children: ReactNode
  aside?: ReactNode
  sunken?: boolean
  /** Classes with its height, roughly, if it is far below. The browser lays it out when somebody comes near. */
  farBelow?: string
}

/** A section of the home page with its heading. A short coloured line precedes the heading. */
export function Section({ id, title, intro, children, aside, sunken = false, farBelow = '' }: SectionProps) {
  return (
    <section
      aria-labelledby={id}
      className={`${sunken ? 'bg-sunken' : ''} ${farBelow && '[content-visibility:auto]'} ${farBelow}`}
    >
      <div className="shell py-12 sm:py-16">
        <div className="mb-6 sm:mb-8">
          <span aria-hidden="true" className="mb-3 block h-1.5 w-12 bg-flare" />
          <div className="flex items-center gap-3">
            <h2 id={id} className="text-3xl sm:text-4xl">
              {title}
            </h2>
            {aside}
          </div>
          {intro && <p className="mt-2 max-w-prose text-ink-soft">{intro}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
