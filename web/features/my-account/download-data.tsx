import { useEffect, useRef, useState } from 'react'
import { useAuth } from '../../session/auth-context.tsx'
import { withSession } from '../../session/with-session.ts'
import { useAccount } from '../../store/account-context.tsx'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/my-account.js'
import { Button } from '../../ui/button.tsx'
import { downloadFile } from '../../ui/download-file.ts'
import { FormError } from '../../ui/form-error.tsx'
import { linkTo, Rich } from '../../ui/rich.tsx'
import { accountFailure } from './account-failure.ts'
import { AccountSection } from './account-section.tsx'

type Format = 'json' | 'csv'

/** Saves all that the server keeps of the account as a file. */
export function DownloadData() {
  const { db } = useAccount()
  const { user } = useAuth()
  const [pending, setPending] = useState<Format>()
  const [rows, setRows] = useState(0)
  const [failure, setFailure] = useState('')
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const download = async (format: Format) => {
    setFailure('')
    setRows(0)
    setPending(format)
    running.current = new AbortController()
    const { signal } = running.current
    try {
      // The schemas and the CSV are only for those who download.
      const { saveData } = await import('./save-data.ts')
      const profile = {
        uid: db.uid,
        name: user?.displayName ?? '',
        email: user?.email ?? '',
        picture: user?.photoURL ?? '',
      }
      const file = await saveData(format, profile, setRows, (run) => withSession(db.uid, run), signal)
      downloadFile(file.name, file.type, file.text)
    } catch (error) {
      if (!signal.aborted) setFailure(accountFailure(error))
    } finally {
      setPending(undefined)
    }
  }
  return (
    <AccountSection title={texts.yourData()}>
      <p>
        <Rich text={texts.yourDataDescription()} tags={{ link: linkTo('/unsent') }} />
      </p>
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        {(['json', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="secondary"
            pending={pending === format}
            pendingLabel={texts.collecting({ rows })}
            disabled={pending !== undefined && pending !== format}
            onClick={() => download(format)}
          >
            {texts.downloadAs({ format: format.toUpperCase() })}
          </Button>
        ))}
        {/* The server may ask for a pause of an hour. */}
        {pending !== undefined && (
          <Button variant="quiet" onClick={() => running.current?.abort()}>
            {common.cancel()}
          </Button>
        )}
      </div>
    </AccountSection>
  )
}
