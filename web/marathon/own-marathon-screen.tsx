import type { ReactNode } from 'react'
import { organises } from '../../contract/roles.ts'
import type { MarathonView } from '../store/overlay.ts'
import { useMarathon } from '../store/rows/marathons.ts'
import * as texts from '../texts/compiled/organise.js'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../ui/inner-header.tsx'
import { Notice } from '../ui/notice.tsx'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { WayBack } from './way-back.tsx'

type OwnMarathonScreenProps = {
  marathonId: string
  heading: string
  /** The title of the document, once the marathon's title is known. */
  titleOf: (values: { title: string }) => string
  /** What the screen says if this phone has no such marathon of the user's own. */
  none: string
  children: (marathon: MarathonView) => ReactNode
}

/** A screen about one of the user's own marathons: the way back to the marathon, and the heading. */
export function OwnMarathonScreen({ marathonId, heading, titleOf, none, children }: OwnMarathonScreenProps) {
  const marathon = useMarathon(marathonId)
  useDocumentTitle(marathon ? titleOf({ title: marathon.title }) : heading)
  return (
    <>
      <InnerHeader title={heading} back={<WayBack to={marathon} />} />
      {marathon === undefined ? (
        <RowSkeletons count={3} />
      ) : organises(marathon) ? (
        children(marathon)
      ) : (
        <Notice kind="empty" title={none}>
          {texts.notYours()}
        </Notice>
      )}
    </>
  )
}
