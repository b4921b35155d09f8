import { entryLink } from '../../../contract/text/entry-link.ts'
import type { ApplicationView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/entrant.js'
import { plainText } from '../../texts/plain-text.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ShownLink } from '../../ui/pictures/shown-link.tsx'
import { entrantName } from '../entrant-name.ts'

type ClaimCodeProps = { entrant: ApplicationView; onClose: () => void }

/** The dialog with the code with which the runner claims an entry that a desk made. */
export function ClaimCode({ entrant, onClose }: ClaimCodeProps) {
  const name = entrantName(entrant)
  const { _id: id, code, ver } = entrant
  return (
    <Dialog title={texts.claimShow()} description={texts.entryOf({ name })} onClose={onClose}>
      <ShownLink
        url={entryLink(location.origin, { id, secret: code })}
        label={texts.claimCode({ who: name })}
        shareTitle={plainText(texts.entryOf({ name }))}
        actions={null}
      >
        <p>{texts.claimText()}</p>
        {ver === 0 && <p>{texts.claimUnsent()}</p>}
      </ShownLink>
    </Dialog>
  )
}
