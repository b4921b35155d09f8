import type { ReactNode } from 'react'
import { hasForgotten } from '../../../contract/ops.ts'
import type { Op } from '../../../contract/sync.ts'
import { labelOf } from '../../forms/labels.ts'
import { describeOp } from '../../status/describe-op.ts'
import { ownFields } from '../../status/patch-values.ts'
import { shownValue } from '../../status/shown-value.ts'
import type { OpMarathon } from '../../store/rows/op-marathons.ts'
import * as texts from '../../texts/compiled/unsent.js'
import { localeOf } from '../../texts/languages.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

type ChangeCardProps = {
  op: Op
  marathon: OpMarathon
  state: string
  tone: BadgeTone
  /** Why the edit is in this list. */
  reason?: ReactNode
  children?: ReactNode
  actions: ReactNode
}

const TIME: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** The card of one edit: what it does, when it was made, and its fields. */
export function ChangeCard({ op, marathon, state, tone, reason, children, actions }: ChangeCardProps) {
  const isForgotten = hasForgotten(op)
  const values = isForgotten ? [] : ownFields(op)
  const { title, timeZone, entrant, asked } = marathon
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <Badge tone={tone}>{state}</Badge>
        <time dateTime={op.at} className="text-sm text-ink-soft">
          {new Date(op.at).toLocaleString(localeOf('en-GB'), TIME)}
        </time>
      </div>
      <h3 className="text-lg">{describeOp(op, title, entrant, asked)}</h3>
      {reason && <p className="mt-1">{reason}</p>}
      {isForgotten && <p className="mt-1">{texts.forgotten()}</p>}
      {children}
      {values.length > 0 && (
        <details className="mt-2">
          <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">{texts.whatItSays()}</summary>
          <dl className="grid gap-2 text-sm">
            {values.map(([field, value]) => (
              <div key={field}>
                <dt className="font-semibold">{labelOf(field, asked)}</dt>
                <dd className="whitespace-pre-line text-ink-soft">
                  <bdi>{shownValue(field, value, timeZone || undefined, asked)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <div className="mt-3 flex flex-wrap gap-2">{actions}</div>
    </li>
  )
}
