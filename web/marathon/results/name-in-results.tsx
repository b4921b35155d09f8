import { useState } from 'react'
import { CheckField } from '../../forms/questions/check-field.tsx'
import { tellTrouble } from '../../status/tell-verdict.ts'
import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { ApplicationView } from '../../store/overlay.ts'
import { updateApplication } from '../../store/rows/applications.ts'
import * as texts from '../../texts/compiled/my-results.js'

/** Hides the name of an own entry in the public list of results, or shows it again. It counts at once. */
export function NameInResults({ application }: { application: ApplicationView }) {
  const { db } = useAccount()
  const [isSaving, setIsSaving] = useState(false)
  const { bib, hidesName } = application
  const save = async (next: boolean) => {
    setIsSaving(true)
    const send = async () => {
      const opIds = await updateApplication(db, application, { hidesName: next })
      void tellTrouble(db, opIds)
    }
    await withStorageMessage(send).finally(() => setIsSaving(false))
  }
  return (
    <CheckField
      label={bib ? texts.hideName({ bib }) : texts.hideNameWithoutBib()}
      checked={hidesName}
      onChange={(next) => {
        // A box that is disabled would lose the focus.
        if (!isSaving) void save(next)
      }}
    />
  )
}
