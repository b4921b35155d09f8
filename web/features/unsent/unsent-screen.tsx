import { CopyErrors } from '../../status/copy-errors.tsx'
import * as texts from '../../texts/compiled/unsent.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { UnsentChanges } from './unsent-changes.tsx'

/** The screen of the unsent changes. */
export function UnsentScreen() {
  useDocumentTitle(texts.title())
  return (
    <>
      <PageHeader title={texts.title()}>{texts.intro()}</PageHeader>
      <div className="shell max-w-3xl! py-6 sm:py-8">
        <UnsentChanges />
        <div className="mt-10">
          <CopyErrors />
        </div>
      </div>
    </>
  )
}
