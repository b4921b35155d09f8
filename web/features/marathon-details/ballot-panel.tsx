import { useState } from 'react'
import { readDraw } from '../../data/draws.ts'
import type { ApplicationView, MarathonView } from '../../data/overlay.ts'
import { ballotMessage, isUndrawn } from '../../shared/marathon/ballot.ts'
import { Button } from '../../ui/button.tsx'
import { LiveOnly } from '../../ui/live-only.tsx'
import { checkDraw } from './check-draw.ts'
import { Fact } from './fact.tsx'

export type BallotPanelProps = { marathon: MarathonView; applications: ApplicationView[]; now: number }

/** The section 'Ballot': where it stands, and how anybody can check the draw. */
export function BallotPanel({ marathon, applications, now }: BallotPanelProps) {
  const { commitment, seed, enteredCount, waitingCount, capacity } = marathon
  const count = (n: number) => n.toLocaleString('en-US')
  return (
    <section aria-labelledby="ballot">
      <h2 id="ballot" className="text-2xl">
        Ballot
      </h2>
      <LiveOnly as="p" className="mt-3 max-w-prose">
        {isUndrawn(marathon)
          ? `${ballotMessage(marathon, now)} Everybody who applies in time has the same chance.`
          : `The places are drawn${waitingCount > 0 ? `, ${count(waitingCount)} are on the waiting list` : ''}.`}
      </LiveOnly>
      <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact label="Places">{count(capacity ?? 0)}</Fact>
        {isUndrawn(marathon) && (
          <Fact label="In the ballot">
            <LiveOnly as="span">{count(enteredCount)}</LiveOnly>
          </Fact>
        )}
        <Fact label="Commitment" wide>
          <Hex text={commitment ?? 'Made when the event is sent'} />
        </Fact>
        {seed && (
          <Fact label="Seed" wide>
            <Hex text={seed} />
          </Fact>
        )}
      </dl>
      <p className="mt-4 max-w-prose text-sm text-ink-soft">
        The drawn order follows from a secret seed and the numbers of all entries. The commitment is the SHA-256 hash of
        the seed. It is public from the start, and the seed since the draw: so nobody can choose the order, and anybody
        can check it.
      </p>
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

type Checked = { isRight: boolean; words: string }[]

/** The button 'Check it yourself'. This phone fetches the list of the draw and computes the order again. */
function DrawCheck({ marathonId, commitment, applications }: DrawCheckProps) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const check = async () => {
    setPending(true)
    setFailure('')
    setChecked(null)
    try {
      const draw = await readDraw(marathonId)
      const { isSeed, isOrder } = await checkDraw(draw, commitment)
      const own = applications.flatMap(({ _id, drawOrder, firstName, lastName }) => {
        if (!drawOrder) return []
        const isRight = draw.ids[drawOrder - 1] === _id
        return [{ isRight, words: `${firstName} ${lastName} is number ${drawOrder} of it.` }]
      })
      setChecked([
        { isRight: isSeed, words: 'The seed is the one of the commitment.' },
        {
          isRight: isOrder,
          words: `The order of all ${draw.ids.length.toLocaleString('en-US')} entries follows from it.`,
        },
        ...own,
      ])
    } catch {
      setFailure('The list of the draw did not arrive. Connect to a network and try again.')
    } finally {
      setPending(false)
    }
  }
  return (
    <LiveOnly as="div" className="no-print mt-4 grid justify-items-start gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" pending={pending} pendingLabel="Checking…" onClick={check}>
          Check it yourself
        </Button>
        <a
          href={`/api/marathons/${encodeURIComponent(marathonId)}/draw`}
          download="draw.json"
          className="text-link inline-flex min-h-11 items-center"
        >
          Save the list of the draw
        </a>
      </div>
      <div role="status" className="empty:hidden">
        {checked && (
          <ul className="grid gap-1">
            {checked.map(({ isRight, words }) => (
              <li key={words} className={isRight ? '' : 'font-semibold text-danger'}>
                <span className={isRight ? 'font-semibold text-open' : ''}>{isRight ? 'Right: ' : 'WRONG: '}</span>
                {words}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {failure}
      </p>
    </LiveOnly>
  )
}
