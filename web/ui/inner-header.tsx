import type { ReactNode } from 'react'

type InnerHeaderProps = {
  title: string
  /** The `BackLink`. */
  back: ReactNode
  /** What stands below the title. */
  children?: ReactNode
}

/** The plain header of an inner screen: the way back, and its `h1`. */
export function InnerHeader({ title, back, children }: InnerHeaderProps) {
  return (
    <header className="mb-4 print:hidden">
      {back}
      <h1 className="text-2xl sm:text-3xl">{title}</h1>
      {children}
    </header>
  )
}
