import { type ReactNode, useId } from 'react'

type AccountSectionProps = { title: string; children: ReactNode }

/** A part of the account's screen, with its heading. */
export function AccountSection({ title, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid max-w-2xl justify-items-start gap-3 border-b border-line py-6">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
