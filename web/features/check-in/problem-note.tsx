import { WarningIcon } from '../../ui/icons/screen-icons.tsx'

/**
 * Tells at the top of the screen what somebody must look at, with the way to its section, which is often below the fold.
 * The element is always there, so that a screen reader announces a new message.
 * @param message '' for none
 */
export function ProblemNote({ section, message }: { section: string; message: string }) {
  const show = () => {
    const found = document.getElementById(section)
    found?.focus({ preventScroll: true })
    found?.scrollIntoView()
  }
  return (
    <div role="status">
      {message !== '' && (
        <button
          type="button"
          onClick={show}
          className="mt-2 inline-flex min-h-11 items-center gap-2 text-start font-semibold text-soon underline underline-offset-4"
        >
          <WarningIcon />
          <span className="min-w-0 wrap-anywhere">{message}</span>
        </button>
      )}
    </div>
  )
}
