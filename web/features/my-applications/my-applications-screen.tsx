import * as texts from '../../texts/compiled/my-applications.js'
import * as resultTexts from '../../texts/compiled/my-results.js'
import { ButtonLink } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { MyApplications } from './my-applications.tsx'

/** The dashboard screen of the user's own applications. */
export function MyApplicationsScreen() {
  useDocumentTitle(texts.documentTitle())
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl sm:text-3xl">{texts.heading()}</h2>
        {/* Results outlive their entries. */}
        <ButtonLink to="/dashboard/myResults" variant="secondary">
          {resultTexts.heading()}
        </ButtonLink>
      </div>
      <MyApplications />
    </>
  )
}
