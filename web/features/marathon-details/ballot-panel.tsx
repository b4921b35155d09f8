import { useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { isUndrawn } from '../../../contract/places.ts'
import { callProblem } from '../../calls/load-problem.ts'
import { ballotMessage } from '../../marathon/ballot.ts'
import { Fact } from '../../marathon/details/fact.tsx'
import { isInBallot } from '../../marathon/waiting-list.ts'
import { useAccountOrNull } from '../../store/account-context.tsx'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { localeOf } from '../../texts/languages.ts'
import { Button } from '../../ui/button.tsx'
import { Rich } from '../../ui/rich.tsx'
import { type DrawLine, drawLines } from './draw-lines.ts'
import { readDraw } from './draws.ts'
import { keepCommitment, readCommitment } from './kept-commitment.ts'

export type BallotPanelProps = { marathon: MarathonView; applications: ApplicationView[]; now: number }

/** The section 'Ballot': where it stands, and how anybody can check the draw. */
export function BallotPanel({ marathon, applications, now }: BallotPanelProps) {
  const { commitment, seed, enteredCount, waitingCount, capacity } = marathon
  const count = (n: number) => n.toLocaleString(localeOf('en-US'))
  const db = useAccountOrNull()?.db
  const isIn = applications.some((one) => one.ver > 0 && isInBallot(one))
  const [isReplaced, setReplaced] = useState(false)
  useEffect(() => {
    if (!db || !commitment) return
    void keepCommitment(db, marathon._id, commitment, isIn)
      .then(setReplaced)
      // What could not be read is not overwritten.
      .catch(recordError)
  }, [db, commitment, isIn, marathon._id])
  return (
    <section aria-labelledby="ballot">
      <h2 id="ballot" className="text-2xl">
        {texts.ballot()}
      </h2>
      <p className="mt-3 max-w-prose">
        {isUndrawn(marathon)
          ? texts.sameChance({ ballot: ballotMessage(marathon, now) })
          : waitingCount > 0
            ? texts.placesDrawnWithList({ waiting: waitingCount })
            : texts.placesDrawn()}
      </p>
      <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact label={texts.places()}>{count(capacity ?? 0)}</Fact>
        {isUndrawn(marathon) && (
          <Fact label={texts.inBallot()}>
            <span>{count(enteredCount)}</span>
          </Fact>
        )}
      </dl>
      {isReplaced && <p className="mt-4 max-w-prose font-semibold text-soon">{texts.commitmentReplaced()}</p>}
      <details className="mt-4">
        <summary className="text-link min-h-11 cursor-pointer py-2.5">{texts.howTheDrawWorks()}</summary>
        <p className="mt-1 max-w-prose text-sm text-ink-soft">{texts.howDrawn()}</p>
        <dl className="mt-4 grid gap-4">
          <Fact label={texts.commitment()}>
            <Hex text={commitment ?? texts.commitmentNotMade()} />
          </Fact>
          {seed && (
            <Fact label={texts.seed()}>
              <Hex text={seed} />
            </Fact>
          )}
        </dl>
      </details>
      {seed && commitment && (
        <DrawCheck marathonId={marathon._id} commitment={commitment} applications={applications} />
      )}
    </section>
  )
}

function Hex({ text }: { text: string }) {
  return <code className="block text-sm font-normal break-all">{text}</code>
}

type DrawCheckProps = { marathonId: string; commitment: string; applications: ApplicationView[] }

const LINES = { right: texts.lineRight, wrong: texts.lineWrong, look: texts.lineLook }
const LOOKS = { right: '', wrong: 'font-semibold text-danger', look: 'font-semibold text-soon' }

/** The button 'Check it yourself'. This phone fetches the list of the draw and computes the order again. */
function DrawCheck({ marathonId, commitment, applications }: DrawCheckProps) {
  const db = useAccountOrNull()?.db
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const [checked, setChecked] = useState<DrawLine[] | null>(null)
  const check = async () => {
    setPending(true)
    setFailure('')
    setChecked(null)
    try {
      const draw = await readDraw(marathonId).catch((error: unknown) => {
        setFailure(callProblem(error) ? texts.listNotArrived() : texts.listNotGiven())
      })
      const kept = db ? await readCommitment(db, marathonId).catch((error) => recordError(error, null)) : null
      if (draw) setChecked(await drawLines(draw, commitment, kept, applications))
    } catch (error) {
      recordError(error)
      setFailure(texts.checkNotComputed())
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="no-print mt-4 grid justify-items-start gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" pending={pending} pendingLabel={texts.checking()} onClick={check}>
          {texts.checkIt()}
        </Button>
        <a
          href={`/api/marathons/${encodeURIComponent(marathonId)}/draw`}
          download="draw.json"
          className="text-link inline-flex min-h-11 items-center"
        >
          {texts.saveList()}
        </a>
      </div>
      <div role="status" className="empty:hidden">
        {checked && (
          <ul className="grid gap-1">
            {checked.map(({ result, words }) => (
              <li key={words} className={LOOKS[result]}>
                <Rich
                  text={LINES[result]({ words })}
                  tags={{
                    result: (children) => (
                      <span className={result === 'right' ? 'font-semibold text-open' : ''}>{children}</span>
                    ),
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {failure}
      </p>
    </div>
  )
}
