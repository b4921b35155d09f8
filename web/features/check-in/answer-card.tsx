import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { may } from '../../../contract/roles.ts'
import { entryLink } from '../../../contract/text/entry-link.ts'
import type { EntrantForm } from '../../marathon/entrant/entrant-form.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/check-in.js'
import * as entrant from '../../texts/compiled/entrant.js'
import { CloseIcon } from '../../ui/icons/icon.tsx'
import { CheckIcon, UndoIcon, WarningIcon } from '../../ui/icons/screen-icons.tsx'
import { optional } from '../../ui/optional.ts'
import { Rich } from '../../ui/rich.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Tone } from './answer-message.ts'
import type { Answers } from './use-answers.ts'

const QrCode = optional(() => import('../../ui/pictures/qr-code.tsx').then((m) => m.QrCode))

const OpenEntrantForm = lazy(() =>
  import('../../marathon/entrant/entrant-form.tsx').then((m) => ({ default: m.OpenEntrantForm })),
)

const LOOKS: Record<Tone, { icon: ReactNode; colours: string }> = {
  yes: { icon: <CheckIcon size={52} />, colours: 'bg-open text-paper' },
  look: { icon: <WarningIcon size={52} />, colours: 'bg-soon text-paper' },
  no: { icon: <CloseIcon size={52} />, colours: 'bg-danger text-paper' },
  done: { icon: <UndoIcon size={52} />, colours: 'bg-soon text-paper' },
  wait: { icon: <Spinner size={52} />, colours: 'border-2 border-edge bg-surface' },
}

type AnswerCardProps = Pick<Answers, 'shown' | 'undo' | 'undoEntry' | 'onSigned'> & { marathon: MarathonView }

/** The last answer, large enough for a look from an arm's length in the sun, with the button that takes it back. */
export function AnswerCard({ shown, undo, undoEntry, onSigned, marathon }: AnswerCardProps) {
  const [form, setForm] = useState<EntrantForm | null>(null)
  const look = shown && LOOKS[shown.tone]
  const unsigned = shown?.unsigned
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!shown?.n) return
    // The tapped row is gone, and the focus with it. The page may have moved too.
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [shown?.n])
  return (
    <section ref={card} aria-label={texts.lastAnswer()} tabIndex={-1}>
      <div
        className={`flex min-h-44 flex-col justify-center gap-3 rounded-lg p-4 ${look?.colours ?? 'border-2 border-dashed border-edge text-ink-soft'}`}
      >
        {/* This element is always in the DOM, so that a screen reader announces each new answer, and all of it. */}
        <div role="alert" aria-atomic="true">
          {shown && look ? (
            <div key={shown.n} className="flex items-center gap-4">
              {look.icon}
              <div className="min-w-0">
                <p className="font-display text-3xl leading-tight font-extrabold">{shown.word}</p>
                {shown.who && <p className="text-xl font-bold wrap-anywhere">{shown.who}</p>}
                {shown.detail && <p className="text-lg font-semibold wrap-anywhere">{shown.detail}</p>}
              </div>
            </div>
          ) : (
            <p className="text-center text-lg">{texts.answersAppear()}</p>
          )}
        </div>
        {shown?.walkIn && (
          <div className="flex items-center gap-3">
            <ClaimCode
              link={entryLink(location.origin, { id: shown.walkIn.id, secret: shown.walkIn.code })}
              who={shown.who}
            />
            <div className="grid min-w-0 flex-1 gap-2">
              <p className="text-sm font-semibold">
                {entrant.claimText()} {entrant.claimUnsent()}
              </p>
              <UndoButton shown={shown} undo={undo} undoEntry={undoEntry} />
            </div>
          </div>
        )}
        <div className="flex flex-wrap gap-2 *:flex-auto empty:hidden">
          {unsigned && may(marathon.role, 'desk') && (
            <CardButton onClick={() => setForm({ form: 'sign', entrant: unsigned.entrant, onSigned })}>
              {entrant.sign()}
            </CardButton>
          )}
          {shown?.checkInId && <UndoButton shown={shown} undo={undo} undoEntry={undoEntry} />}
        </div>
      </div>
      <Suspense>{form && <OpenEntrantForm open={form} marathon={marathon} onClose={() => setForm(null)} />}</Suspense>
    </section>
  )
}

type UndoButtonProps = Pick<Answers, 'undo' | 'undoEntry'> & { shown: NonNullable<Answers['shown']> }

/** Takes back what the answer made: the entry with its check-in, or the check-in. */
function UndoButton({ shown, undo, undoEntry }: UndoButtonProps) {
  const { walkIn, checkInId, who } = shown
  const onUndo = () => {
    if (walkIn) undoEntry(walkIn, who)
    else if (checkInId) undo(checkInId, who)
  }
  return (
    <CardButton onClick={onUndo}>
      <UndoIcon />
      <Rich text={walkIn ? texts.undoEntry({ who }) : texts.undoCheckIn({ who })} />
    </CardButton>
  )
}

function CardButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex min-h-14 items-center justify-center gap-2 rounded-md border-2 border-current px-4 text-lg font-bold"
    >
      {children}
    </button>
  )
}

/** The code with which the runner claims the entry. To make it takes a while, and the next one is typed meanwhile. */
function ClaimCode({ link, who }: { link: string; who: string }) {
  const made = useDeferredValue(link, '')
  return (
    <div className="aspect-square w-32 shrink-0 bg-[#fff]">
      <Suspense>
        {made === link && <QrCode text={made} label={entrant.claimCode({ who })} className="size-full" />}
      </Suspense>
    </div>
  )
}
