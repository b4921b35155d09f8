import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { may } from '../../../../contract/roles.ts'
import { WayBack } from '../../../marathon/way-back.tsx'
import { isFetching } from '../../../store/is-fetching.ts'
import { useMarathon } from '../../../store/rows/marathons.ts'
import { useShownMarathon } from '../../../store/rows/shown-marathon.ts'
import { useSyncRecord } from '../../../store/unsent.ts'
import * as texts from '../../../texts/compiled/sources.js'
import * as timingTexts from '../../../texts/compiled/timing.js'
import { Button } from '../../../ui/button.tsx'
import { useDocumentTitle } from '../../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../../ui/inner-header.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'
import { SavedSources } from './saved-sources.tsx'
import { Sheets } from './sheets.tsx'

const TimesFromFile = lazy(() => import('./times-from-file.tsx').then((m) => ({ default: m.TimesFromFile })))

const route = getRouteApi('/dashboard/myMarathons/$id/sheets')

/** The screen of times that no phone recorded: files of watches and chip systems, and sheets of paper. */
export function SourcesScreen() {
  const { id } = route.useParams()
  const marathon = useMarathon(id)
  const record = useSyncRecord()
  const [isOpen, setOpen] = useState(false)
  useShownMarathon(id, { isForStaff: true })
  useDocumentTitle(marathon ? texts.sourcesOf({ title: marathon.title }) : texts.sources())
  const isRead = marathon !== undefined && record !== undefined
  return (
    <>
      <InnerHeader title={texts.sources()} back={<WayBack to={marathon} />} />
      {!isRead ? (
        <RowSkeletons count={4} />
      ) : marathon && may(marathon.role, 'time') ? (
        <div className="grid grid-cols-1 gap-8">
          <section aria-labelledby="from-file" className="grid grid-cols-1 gap-3 print:hidden">
            <div>
              <h2 id="from-file" className="text-xl">
                {texts.fromFile()}
              </h2>
              <p className="text-ink-soft">{texts.fileHint()}</p>
            </div>
            <div>
              <Button variant="secondary" onClick={() => setOpen(true)}>
                {texts.chooseFile()}
              </Button>
            </div>
          </section>
          <div className="print:hidden empty:hidden">
            <SavedSources marathon={marathon} />
          </div>
          <Sheets marathon={marathon} />
          {isOpen && (
            <Suspense>
              <TimesFromFile marathon={marathon} onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </div>
      ) : isFetching(record) ? (
        <RowSkeletons count={4} />
      ) : (
        <Notice kind="empty" title={timingTexts.nothingToTime()}>
          {timingTexts.notYours()}
        </Notice>
      )}
    </>
  )
}
