import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'

type TextScreenProps = {
  title: string
  intro: string
  parts: { title: () => string; text: () => string }[]
  above?: ReactNode
  children?: ReactNode
}

/** A screen of text in parts. */
export function TextScreen({ title, intro, parts, above, children }: TextScreenProps) {
  useDocumentTitle(title)
  return (
    <>
      <PageHeader title={title}>{intro}</PageHeader>
      <div className="shell max-w-3xl! py-10 sm:py-14">
        {above}
        <div className="grid gap-8">
          {parts.map((part) => (
            <section key={part.title()} className="border-t-2 border-ink pt-4">
              <h2 className="text-xl">{part.title()}</h2>
              <p className="mt-1 text-ink-soft">{part.text()}</p>
            </section>
          ))}
        </div>
        {children}
      </div>
    </>
  )
}
