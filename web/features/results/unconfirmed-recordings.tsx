import { withStorageMessage } from '../../status/with-storage-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import { decideRecordings } from '../../store/rows/recordings.ts'
import { countUndecided, type Undecided } from '../../store/rows/waiting-scans.ts'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/**
 * What people recorded who had lost their role before their phone sent it. It counts once owner or organisers say so.
 * Renders nothing where there is none.
 */
export function UnconfirmedRecordings({ undecided }: { undecided: readonly Undecided[] }) {
  const { db } = useAccount()
  const decide = (all: readonly Undecided[], counts: boolean) =>
    withStorageMessage(() =>
      decideRecordings(
        db,
        all.map(({ _id }) => _id),
        counts,
        new Date().toISOString(),
      ),
    )
  const told = [...Map.groupBy(undecided, ({ by }) => by)].filter(([, all]) => countUndecided(all) > 0)
  return told.map(([by, all]) => (
    <Notice
      key={by}
      kind="failed"
      size="line"
      title={texts.unconfirmed({ by, count: countUndecided(all) })}
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
