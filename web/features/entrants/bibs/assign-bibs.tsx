import { useMemo } from 'react'
import { wholeNumber } from '../../../../contract/text/plain-text.ts'
import { useForm } from '../../../forms/use-form.ts'
import { entrantName } from '../../../marathon/entrant-name.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import * as common from '../../../texts/compiled/common.js'
import * as texts from '../../../texts/compiled/entrants.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { options } from '../entrant-filters.tsx'
import { BIB_ORDERS, BIB_SCOPES, type BibOrder, type BibScope, entrantsInOrder, numbered } from './bib-rules.ts'
import { useSaveBibs } from './use-save-bibs.ts'

/** The dialog that numbers the entrants. Its preview says who gets the first and the last bib. */
export function AssignBibs({ entrants, onClose }: { entrants: ApplicationView[]; onClose: () => void }) {
  const { listed, label, save, stop } = useSaveBibs(entrants)
  const form = useForm({
    initial: { from: '1', order: 'lastName', scope: 'noBib' },
    check: (values) => (isNumber(values.from) ? {} : { from: texts.firstBibWrong() }),
    save: async () => {
      const stopped = await save(wanted)
      if (stopped) return { stopped }
      onClose()
      return undefined
    },
  })
  const { from, order, scope } = form.values
  const ordered = useMemo(() => entrantsInOrder(listed, order as BibOrder, scope as BibScope), [listed, order, scope])
  const wanted = useMemo(
    () => (isNumber(from) ? numbered(listed, ordered, wholeNumber(from)) : []),
    [listed, ordered, from],
  )
  const [first, last] = [wanted[0], wanted.at(-1)]
  const leave = form.pending ? stop : onClose
  return (
    <Dialog
      onClose={leave}
      title={texts.assignBibs()}
      description={texts.assignDescription()}
      cancelLabel={form.pending ? texts.stop() : common.cancel()}
      action={
        <Button
          type="submit"
          form="assign-bibs"
          pending={form.pending}
          pendingLabel={label}
          disabled={isNumber(from) && wanted.length === 0}
        >
          {texts.assignCount({ count: wanted.length })}
        </Button>
      }
    >
      <form id="assign-bibs" noValidate className="grid gap-5" {...form.props}>
        <TextField label={texts.firstBib()} inputMode="numeric" autoComplete="off" {...form.bind('from')} />
        <SelectField label={texts.order()} {...form.bind('order')}>
          {options(BIB_ORDERS)}
        </SelectField>
        <SelectField label={texts.whoGetsBibs()} {...form.bind('scope')}>
          {options(BIB_SCOPES)}
        </SelectField>
        <dl aria-live="polite" className="grid gap-2 rounded-md bg-sunken px-4 py-3">
          {first && last ? (
            <>
              <Preview label={texts.firstEntrant()} bib={first.bib} name={entrantName(first.application)} />
              {last !== first && (
                <Preview label={texts.lastEntrant()} bib={last.bib} name={entrantName(last.application)} />
              )}
            </>
          ) : (
            <Preview label={texts.nobody()} bib={null} name={texts.nobodyNeedsBib()} />
          )}
        </dl>
        <FormError>{form.failure}</FormError>
      </form>
    </Dialog>
  )
}

function Preview({ label, bib, name }: { label: string; bib: string | null; name: string }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="w-14 shrink-0 text-sm text-ink-soft">{label}</dt>
      <dd className="min-w-0">
        {bib && <span className="numeral me-3 inline-block min-w-12 text-2xl">{bib}</span>}
        <span>{name}</span>
      </dd>
    </div>
  )
}

/** The last bib must be exact as a number, so the first one has at most nine digits. */
function isNumber(text: string): boolean {
  const number = wholeNumber(text)
  return number >= 0 && number < 1e9
}
