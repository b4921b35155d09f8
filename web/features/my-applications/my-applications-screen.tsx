import * as texts from '../../texts/compiled/my-applications.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { MyApplications } from './my-applications.tsx'

/** The dashboard screen of the user's own applications. */
export function MyApplicationsScreen() {
  useDocumentTitle(texts.documentTitle())
  return (
    <>
      <h2 className="mb-6 text-2xl sm:text-3xl">{texts.heading()}</h2>
      <MyApplications />
    </>
  )
}
