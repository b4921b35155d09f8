import { ButtonLink } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'

/** The 404 page, for any unknown path. */
export function NotFound() {
  useDocumentTitle('Page not found')
  return (
    <div className="shell flex flex-col items-center gap-4 py-16 text-center sm:py-24">
      <p className="numeral text-7xl text-flare-text">404</p>
      <img src="/drawings/not-found.svg" alt="" width="360" height="200" className="h-auto max-w-full" />
      <h1 className="text-2xl sm:text-3xl">Oops! Page not found.</h1>
      <p className="text-ink-soft">The page you're looking for doesn't exist or has been moved.</p>
      <ButtonLink to="/" size="lg">
        Back to Home
      </ButtonLink>
    </div>
  )
}
