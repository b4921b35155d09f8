import type { OwnMail } from '../../calls/mails.ts'
import { VerifyByMail } from '../../status/verify-by-mail.tsx'
import { useAccount } from '../../store/account-context.tsx'
import * as texts from '../../texts/compiled/own-mail.js'
import { Button } from '../../ui/button.tsx'
import { useOwnMail } from './use-own-mail.ts'

/**
 * Says which mails the account gets, and verifies its address. Renders nothing where the server sends none.
 * @param isSettings whether the panel also changes which mails come
 */
export function MailPanel({ isSettings = false }: { isSettings?: boolean }) {
  const { author } = useAccount()
  const own = useOwnMail()
  if (own.state !== 'known') return null
  const { mail, isBusy, isFailed, choose, refetch } = own
  const canChoose = isSettings && mail.ended === null && mail.verified
  return (
    <section
      aria-label={texts.mails()}
      className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4"
    >
      <div role="status" className="min-w-0 flex-1 basis-[min(14rem,100%)] text-sm wrap-anywhere text-ink-soft">
        <p>{words(mail, mail.address || author.email)}</p>
        {isFailed && <p className="text-danger">{texts.notSaved()}</p>}
      </div>
      {mail.ended === null && !mail.verified && <VerifyByMail onVerified={() => void refetch()} />}
      {canChoose && (
        <Button
          variant="secondary"
          pending={isBusy}
          onClick={() => void choose(mail.wants === 'all' ? 'needed' : 'all')}
        >
          {mail.wants === 'all' ? texts.getNeeded() : texts.getAll()}
        </Button>
      )}
    </section>
  )
}

function words({ verified, wants, ended }: OwnMail, email: string): string {
  if (ended === 'bounced') return texts.cameBack({ email })
  if (ended === 'complained') return texts.complained({ email })
  if (!verified) return texts.unverified({ email })
  return wants === 'all' ? texts.toAddress({ email }) : texts.needed({ email })
}
