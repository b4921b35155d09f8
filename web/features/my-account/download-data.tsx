import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAuth } from '../../auth/auth-context.tsx'
import { withSession } from '../../auth/with-session.ts'
import { useAccount } from '../../data/account-context.tsx'
import { Button } from '../../ui/button.tsx'
import { downloadFile } from '../../ui/download-file.ts'
import { FormError } from '../../ui/form-error.tsx'
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
  const download = async (format: Format) => {
    setFailure('')
    setRows(0)
    setPending(format)
    try {
      // The schemas and the CSV are only for those who download.
      const { saveData } = await import('./save-data.ts')
      const profile = {
        uid: db.uid,
        name: user?.displayName ?? '',
        email: user?.email ?? '',
        picture: user?.photoURL ?? '',
      }
      const file = await saveData(format, profile, setRows, (run) => withSession(db.uid, run))
      downloadFile(file.name, file.type, file.text)
    } catch (error) {
      setFailure(accountFailure(error))
    } finally {
      setPending(undefined)
    }
  }
  const label = rows === 0 ? 'Collecting…' : `Collecting… ${rows.toLocaleString('en-US')}`
  return (
    <AccountSection title="Your data">
      <p>
        All that the server keeps of you: your events and applications, where you were checked in, the notices to you,
        and the changes that you sent. JSON is for programs, CSV is to read in a spreadsheet. What this device has not
        sent is not in it; it is under{' '}
        <Link to="/unsent" className="text-link">
          Unsent changes
        </Link>
        .
      </p>
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        {(['json', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="secondary"
            pending={pending === format}
            pendingLabel={label}
            disabled={pending !== undefined && pending !== format}
            onClick={() => download(format)}
          >
            Download as {format.toUpperCase()}
          </Button>
        ))}
      </div>
    </AccountSection>
  )
}
