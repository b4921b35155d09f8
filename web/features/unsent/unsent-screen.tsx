import { getRouteApi } from '@tanstack/react-router'
import { CopyErrors } from '../../status/copy-errors.tsx'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/unsent.js'
import { BackLink } from '../../ui/back-link.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { UnsentChanges } from './unsent-changes.tsx'

const route = getRouteApi('/unsent')

/** The screen of the unsent changes. */
export function UnsentScreen() {
  useDocumentTitle(texts.title())
  const { edit } = route.useSearch()
  return (
    <div className="shell max-w-3xl! py-3 lg:py-8">
      <InnerHeader title={texts.title()} back={<BackLink to="/">{common.home()}</BackLink>}>
        <p className="mt-1 text-ink-soft">{texts.intro()}</p>
      </InnerHeader>
      <UnsentChanges edit={edit} />
      <div className="mt-10">
        <CopyErrors />
      </div>
    </div>
  )
}
