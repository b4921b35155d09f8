import * as texts from '../texts/compiled/layout.js'
import { ButtonLink } from '../ui/button.tsx'
import { Drawing } from '../ui/drawing.tsx'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'

/** The 404 page, for any unknown path. */
export function NotFound() {
  useDocumentTitle(texts.notFoundDocumentTitle())
  return (
    <div className="shell flex flex-col items-center gap-4 py-16 text-center sm:py-24">
      <p className="numeral text-7xl text-flare-text">404</p>
      <Drawing src="/drawings/not-found.svg" width={360} height={200} className="h-auto max-w-full" />
      <h1 className="text-2xl sm:text-3xl">{texts.notFoundTitle()}</h1>
      <p className="text-ink-soft">{texts.notFoundText()}</p>
      <ButtonLink to="/" size="lg">
        {texts.backToHome()}
      </ButtonLink>
    </div>
  )
}
