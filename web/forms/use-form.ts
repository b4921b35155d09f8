import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isAnswer } from '../../contract/questions/questions.ts'
import type { Fields } from '../../contract/sync.ts'
import type { DraftKey } from '../store/drafts.ts'
import { StorageFailure } from '../store/outbox.ts'
import * as texts from '../texts/compiled/forms.js'
import type { FieldSentences } from './field-errors.ts'
import { storageMessage } from './storage-message.ts'
import { useDraft } from './use-draft.ts'

type Values = Record<string, string>

/** The props that connect a control with its field. */
export interface BoundField {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

interface FormOptions<V extends Values, Row extends object> {
  initial: V
  /** The row that the form edits. */
  row?: Row
  /** Errors to show from the start. */
  initialErrors?: FieldSentences
  /** The key of the draft; without one, no draft is stored. */
  draftKey?: DraftKey | undefined
  /** Returns the errors by field; empty if there are none. */
  check: (values: V, seen: Row) => FieldSentences
  /** Saves the values. It never runs twice at once. The errors that it returns are shown beside the fields. */
  save: (values: V, seen: Row) => Promise<FieldSentences | undefined>
}

/**
 * The values, errors and submit handler of a form behind the sign-in. Login and registration take `checkForm`: a password
 * must never be in a draft, and visitors do not load the schemas.
 * - A failure or leaving the page loses nothing: the values are stored as a draft.
 * - `seen` is the row as the user saw it: as it was when the form opened, and in fields that a draft brought back, as it
 *   was when they were typed. An edit is computed against it, so that the change of somebody else meanwhile clashes.
 * - A second submit does nothing while the first one runs.
 * - The first wrong field gets the focus, also where its control comes later.
 */
export function useForm<V extends Values, Row extends object = object>({
  initial,
  row = {} as Row,
  initialErrors = {},
  draftKey,
  check,
  save,
}: FormOptions<V, Row>) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState(initialErrors)
  const [failure, setFailure] = useState('')
  const [pending, setPending] = useState(false)
  const [restored, setRestored] = useState(false)
  const [opened] = useState(row)
  const [seen, setSeen] = useState(row)
  const form = useRef<HTMLFormElement>(null)
  /** The errors of which one shall get the focus, once its control is there. */
  const unfocused = useRef(initialErrors)
  const busy = useRef(false)
  /** The values with what was typed last. */
  const typed = useRef(values)
  const typedNames = useRef(new Set<string>())
  /** What the fields that a draft brought back were in the row when they were typed. */
  const seenThen = useRef<Fields>({})
  // The edit is queued and the draft deleted. What is typed while the form waits for the verdict is stored only if the
  // server rejects the edit. Otherwise the form would come back although it was sent.
  const isSent = useRef(false)
  /** Counts how often the form has deleted its draft itself. */
  const clears = useRef(0)
  const draft = useDraft(draftKey, (kept) => {
    // A fast user has typed into a form whose draft is still being read.
    const rest = Object.fromEntries(Object.entries(kept).filter(([name]) => !typedNames.current.has(name)))
    const hasTyped = typedNames.current.size > 0
    const known = onlyKnown(typed.current, rest)
    typed.current = { ...typed.current, ...known }
    seenThen.current = only(kept.seen ?? {}, (name) => name in known)
    setSeen({ ...opened, ...seenThen.current })
    for (const name of Object.keys(known)) typedNames.current.add(name)
    setValues(typed.current)
    setRestored(true)
    if (hasTyped) keep()
  })
  /**
   * Stores what was typed, and not the other fields: somebody else may change those before the form is opened again.
   */
  const keep = () => {
    const names = [...typedNames.current]
    if (names.length === 0) return
    const seen = valuesAt(names, { ...opened, ...seenThen.current })
    draft.keep({ ...valuesAt(names, typed.current), ...(Object.keys(seen).length > 0 && { seen }) })
  }
  /** Is the form still on the screen? The user may leave it while it waits for its verdict. */
  const isShown = () => form.current !== null

  const set = (name: keyof V & string, value: string) => {
    const next = { ...typed.current, [name]: value }
    typed.current = next
    typedNames.current.add(name)
    unfocused.current = {}
    setValues(next)
    if (!isSent.current) keep()
    if (Object.keys(errors).some((wrong) => fieldOf(wrong) === name))
      setErrors({ ...without(name), ...partsOf(name, next) })
  }
  const without = (field: string) => only(errors, (wrong) => fieldOf(wrong) !== field)
  /** What is still wrong with the parts of a field that has parts. Their places may be others now. */
  const partsOf = (field: string, next: V) =>
    only(check(next, seen), (wrong) => wrong !== field && fieldOf(wrong) === field)

  /** Puts the focus on the first wrong field. A part of the form that comes later calls it too. */
  const focusWrong = () => {
    if (focusFirst(form.current, unfocused.current)) unfocused.current = {}
  }
  useEffect(focusWrong)

  const show = (found: FieldSentences) => {
    setErrors(found)
    unfocused.current = found
    focusWrong()
    setFailure('')
  }
  // Errors of fields that are not in this form are shown for the whole form. The row that is edited may bring a field later.
  const names = new Set(Object.keys({ ...initial, ...values }))
  const ofNone = Object.entries(errors).filter(([name]) => !names.has(name) && !names.has(fieldOf(name)))

  const clearDraft = async () => {
    clears.current += 1
    isSent.current = busy.current
    await draft.clear()
  }

  const reset = async () => {
    const cleared = clearDraft()
    // What is typed from now on is another edit, also while the draft is being deleted.
    isSent.current = false
    typed.current = initial
    typedNames.current.clear()
    seenThen.current = {}
    setSeen(opened)
    setValues(initial)
    setErrors({})
    setFailure('')
    setRestored(false)
    await cleared
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    const wrong = check(values, seen)
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    busy.current = true
    setPending(true)
    const before = clears.current
    try {
      const refused = await save(values, seen)
      if (refused) {
        keep()
        show(refused)
        // A form that has deleted its draft itself does not delete it again: it may be the draft of the next edit.
      } else if (clears.current === before) await draft.clear()
    } catch (error) {
      setFailure(error instanceof StorageFailure ? storageMessage(error).text : texts.notSaved())
      if (!(error instanceof StorageFailure)) console.error(error)
    } finally {
      busy.current = false
      isSent.current = false
      setPending(false)
    }
  }

  const bind = (name: keyof V & string): BoundField => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event) => set(name, event.target.value),
  })

  const props = { ref: form, onSubmit: submit }
  // A save calls `clearDraft` once the edit is queued, so that the draft of a form that was sent does not come back.
  const shownFailure = [failure, ...ofNone.map(([, words]) => words)].filter(Boolean).join(' ')
  return {
    values,
    seen,
    errors,
    failure: shownFailure,
    pending,
    restored,
    set,
    bind,
    reset,
    clearDraft,
    isShown,
    focusWrong,
    props,
  }
}

/** The field of an error. That of a part has its place: `questions.0.label`. An answer is a field of its own. */
function fieldOf(name: string): string {
  return isAnswer(name) ? name : (name.split('.')[0] ?? name)
}

function only<T>(fields: Record<string, T>, is: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => is(name)))
}

function valuesAt(names: readonly string[], of: Fields): Fields {
  return Object.fromEntries(names.filter((name) => name in of).map((name) => [name, of[name]]))
}

/** Takes only the fields that this form has, because a draft may come from an older version of the form. */
function onlyKnown<V extends Values>(current: V, kept: Record<string, unknown>): Partial<V> {
  const names = Object.keys(current).filter((name) => typeof kept[name] === 'string')
  return Object.fromEntries(names.map((name) => [name, kept[name]])) as Partial<V>
}

/** @returns whether there is a control of one of the errors */
function focusFirst(form: HTMLFormElement | null, errors: FieldSentences): boolean {
  const paths = Object.keys(errors)
  // A control may have several lines: `questions.0.options.3`.
  const isOf = (name: string) => name !== '' && paths.some((path) => path === name || path.startsWith(`${name}.`))
  const wrong = [...(form?.elements ?? [])].find((element) => isOf((element as HTMLInputElement).name))
  if (wrong instanceof HTMLElement) wrong.focus()
  return wrong !== undefined
}
