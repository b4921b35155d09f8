import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import { decideRecordings, type Recorded } from '../../store/rows/recordings.ts'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/**
 * What people recorded who had lost their role before their phone sent it. It counts once owner or organisers say so.
 * Renders nothing where there is none.
 */
export function UnconfirmedRecordings({ recordings }: Pick<Recorded, 'recordings'>) {
  const { db } = useAccount()
  const unconfirmed = recordings.filter(({ confirmed, voidedAt }) => !confirmed && voidedAt === null)
  const decide = (all: typeof unconfirmed, counts: boolean) =>
    withStorageMessage(() =>
      decideRecordings(
        db,
        all.map(({ _id }) => _id),
        counts,
        new Date().toISOString(),
      ),
    )
  return [...Map.groupBy(unconfirmed, ({ by }) => by)].map(([by, all]) => (
    <Notice
      key={by}
      kind="failed"
      size="line"
      title={texts.unconfirmed({ by, count: all.filter(({ kind }) => kind !== 'clock' && kind !== 'bib').length })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => decide(all, true)}>{texts.letCount()}</Button>
          <Button variant="secondary" onClick={() => decide(all, false)}>
            {texts.takeBack()}
          </Button>
        </div>
      }
    >
      {texts.unconfirmedText()}
    </Notice>
  ))
}
