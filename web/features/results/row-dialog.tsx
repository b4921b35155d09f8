import { useState } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { answerField, questionsOf } from '../../../contract/questions/questions.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { organises } from '../../../contract/roles.ts'
import { entrantName } from '../../marathon/entrant-name.ts'
import { pointName } from '../../marathon/race/point-name.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/results.js'
import { questionLabel } from '../../texts/question-words.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { formatTenths } from '../../ui/format/format.ts'
import { parseRaceTime } from '../../ui/format/race-time.ts'
import { telLink } from '../../ui/format/tel-link.ts'
import type { Ruled } from './answers.ts'
import { evidenceOf } from './evidence.ts'
import { ResultRowFacts } from './result-row-facts.tsx'
import type { ResultRow } from './shown-rows.ts'
import { TimeLine } from './time-line.tsx'
import type { Rule } from './use-rule.ts'

type RowDialogProps = Pick<Rule, 'failure'> & {
  row: ResultRow
  race: Race
  marathon: MarathonView
  rule: Rule['rule'] | null
  onClose: () => void
}

/** What is known of one entrant, whom to call, and what a person can decide. */
export function RowDialog({ row, race, marathon, rule, failure, onClose }: RowDialogProps) {
  const entrant = race.entrants.get(row.entry)
  const evidence = evidenceOf(race, row.recordings)(row.recordings)
  const splits = row.splits.toSorted(([, a], [, b]) => a - b)
  return (
    <Dialog
      title={entrant ? entrantName(entrant) : texts.bibIs(row)}
      description={row.bib === '' ? texts.hasNoBib() : texts.bibIs(row)}
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {row.state !== 'finished' && (
          <p>
            <ResultRowFacts row={row} race={race} timeZone={marathon.timeZone} />
            {row.reason !== '' && <span className="ms-2">{row.reason}</span>}
          </p>
        )}
        {splits.length > 0 && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {splits.map(([point, time]) => (
              <div key={point} className="contents">
                <dt className="text-ink-soft">{pointName(point)}</dt>
                <dd className="numeral">{formatRaceTime(time)}</dd>
              </div>
            ))}
          </dl>
        )}
        {evidence.length > 0 && <TimeLine crossing={evidence} all={evidence} timeZone={marathon.timeZone} />}
        <Contacts row={row} race={race} marathon={marathon} />
        {rule && row.bib !== '' && <Decisions {...{ row, race, marathon, rule, failure }} />}
      </div>
    </Dialog>
  )
}

/** The phone number of an entrant, and the contact for an emergency. Owner and organisers alone have them. */
function Contacts({ row, race, marathon }: Pick<RowDialogProps, 'row' | 'race' | 'marathon'>) {
  const entrant = race.entrants.get(row.entry)
  if (!entrant || !organises(marathon)) return null
  const emergencies = questionsOf(marathon)
    .filter(({ kind }) => kind === 'emergency')
    .map((question) => ({ label: questionLabel(question), answer: entrant[answerField(question.id)] ?? '' }))
    .filter(({ answer }) => answer !== '')
  return (
    <div className="flex flex-wrap gap-2">
      {entrant.phoneNumber && (
        <a href={telLink(entrant.phoneNumber)} className={buttonClass('secondary')}>
          {texts.call({ number: entrant.phoneNumber })}
        </a>
      )}
      {emergencies.map(({ label, answer }) => (
        <a key={label} href={telLink(answer)} className={buttonClass('secondary')}>
          {label}: {answer}
        </a>
      ))}
    </div>
  )
}

type DecisionsProps = Pick<Rule, 'rule' | 'failure'> & { row: ResultRow; race: Race; marathon: MarathonView }

/** What can be decided of somebody: a time, or a state with its reason. */
function Decisions({ row, race, marathon, rule, failure }: DecisionsProps) {
  const { bib, state } = row
  const [time, setTime] = useState('')
  const [reason, setReason] = useState('')
  const [hasFailed, setFailed] = useState(false)
  const { gun } = race.results
  const ms = parseRaceTime(time)
  const isWrong = time.trim() !== '' && ms === null
  const rules = async (ruled: Ruled) => {
    const isStored = await rule([ruled])
    setFailed(!isStored)
    if (!isStored) return
    setTime('')
    setReason('')
  }
  const isTooLong = reason.length > MAX_LENGTH.reason
  return (
    <>
      <div className="grid gap-2 border-t border-line pt-4">
        <TextField
          label={texts.reason()}
          name="reason"
          hint={texts.reasonHint()}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={isTooLong ? texts.reasonTooLong({ max: MAX_LENGTH.reason }) : undefined}
        />
        <div className="flex flex-wrap gap-2">
          {(['retired', 'disqualified', 'notStarted'] as const)
            .filter((one) => one !== state)
            .map((one) => (
              <Button
                key={one}
                variant={one === 'disqualified' ? 'danger' : 'secondary'}
                disabled={isTooLong || (one === 'disqualified' && reason.trim() === '')}
                onClick={() => rules({ kind: 'state', bib, state: one, reason: reason.trim() })}
              >
                {STATE_TEXTS[one]()}
              </Button>
            ))}
          {(state === 'retired' || state === 'disqualified' || state === 'notStarted') && (
            <Button variant="secondary" onClick={() => rules({ kind: 'state', bib, state: null })}>
              {texts.takeBack()}
            </Button>
          )}
        </div>
      </div>
      {gun !== null && (
        <form
          className="flex flex-wrap items-start gap-2 border-t border-line pt-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (ms === null) return
            void rules({ kind: 'time', bib, point: 'finish', since: ms })
          }}
        >
          <div className="min-w-40 flex-1">
            <TextField
              label={texts.setTime()}
              name="time"
              autoComplete="off"
              placeholder="1:32:05.4"
              value={time}
              onChange={({ target }) => setTime(target.value)}
              hint={ms === null ? texts.timeHint() : texts.timeIs({ time: formatTenths(gun + ms, marathon.timeZone) })}
              error={isWrong ? texts.timeWrong() : undefined}
            />
          </div>
          <Button type="submit" className="mt-8" disabled={ms === null}>
            {texts.ok()}
          </Button>
        </form>
      )}
      {/* What the screen says is behind the dialog. */}
      {hasFailed && failure && <FormError>{failure}</FormError>}
    </>
  )
}

const STATE_TEXTS = {
  retired: texts.isRetired,
  disqualified: texts.isDisqualified,
  notStarted: texts.didNotStart,
}
