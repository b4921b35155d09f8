import type { SweetAlertOptions, SweetAlertResult } from 'sweetalert2'
import { expected } from '../../../contract/errors.ts'
import * as common from '../../texts/compiled/common.js'
import { buttonClass } from '../button.tsx'
import { DOUBLE_TAP_MS } from './double-tap.ts'

/** How long a brief pop-up is shown. */
const BRIEF_MS = 1500

/** Loads SweetAlert2 and its styles when the first pop-up is needed. */
async function load() {
  const [{ default: Swal }, { backCloses }] = await Promise.all([
    // This build has no <style> tag, which the content security policy would block.
    import('sweetalert2/dist/sweetalert2.esm.min.js'),
    import('./back-closes.ts'),
    import('./pop-up.css'),
  ])
  return Object.assign(Swal, { backCloses })
}

const THEME: SweetAlertOptions = {
  buttonsStyling: false,
  reverseButtons: true,
  scrollbarPadding: false,
  heightAuto: false,
  customClass: {
    popup: 'pop-up',
    title: 'text-2xl font-[750] text-ink',
    htmlContainer: 'text-base text-ink-soft whitespace-pre-line',
    actions: 'gap-3',
    confirmButton: buttonClass('primary', 'md', 'min-w-24'),
    cancelButton: buttonClass('secondary', 'md', 'min-w-24'),
  },
}

/**
 * Shows a pop-up. A tap beside it closes it, and so does Back. The second tap of the double tap that opened it does not:
 * nobody would have read it. A busy page handles a tap late, so the time of the tap itself counts.
 *
 * SweetAlert would return the focus 100 ms after it has closed, also from what the user has tapped since. So the pop-up
 * returns it at once, and only if nothing else has it.
 * @param isBrief closes it by itself. The time counts from the frame that paints it: a slow phone, or a page in the
 *   background, shows it as long
 * @returns what the user chose; null if SweetAlert2 cannot be loaded (offline at the first use)
 */
async function show(options: SweetAlertOptions, isBrief = false): Promise<SweetAlertResult | null> {
  const swal = await load().catch(() => expected('no-code', null))
  if (!swal) return null
  const before = document.activeElement
  const opened = performance.now()
  const close = (popUp: HTMLElement) => popUp === swal.getPopup() && swal.close()
  // SweetAlert opens a pop-up with the opacity 0, and shows it 10 ms later.
  const closeAfterPaint = (popUp: HTMLElement): unknown =>
    requestAnimationFrame(() =>
      popUp.style.opacity === '0' ? closeAfterPaint(popUp) : setTimeout(close, BRIEF_MS, popUp),
    )
  let closed = () => {}
  return swal.fire({
    ...THEME,
    confirmButtonText: common.ok(),
    showConfirmButton: !isBrief,
    returnFocus: false,
    allowOutsideClick: () => (window.event?.timeStamp ?? performance.now()) - opened > DOUBLE_TAP_MS,
    didOpen: (popUp) => {
      if (isBrief) closeAfterPaint(popUp)
      else closed = swal.backCloses(() => swal.close())
    },
    willClose: () => closed(),
    // Another pop-up has taken its place.
    didDestroy: () => closed(),
    didClose: () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    },
    ...options,
  } as SweetAlertOptions)
}

type ConfirmOptions = { title: string; text: string; confirm: string; cancel?: string }

/** Where a pop-up leads on to, by a button beside its OK. */
export interface NextStep {
  label: string
  go: () => void
}

/**
 * Asks the user to confirm an action that cannot be undone. `text` is shown as text, never as HTML. Without SweetAlert2,
 * the browser's own dialog asks. @returns whether the user confirmed
 */
export async function confirmPopUp(ask: ConfirmOptions): Promise<boolean> {
  const { title, text, confirm, cancel = common.cancel() } = ask
  const choice = await show({
    icon: 'warning',
    title,
    text,
    showCancelButton: true,
    confirmButtonText: confirm,
    cancelButtonText: cancel,
    // The harmless button has the focus.
    focusCancel: true,
  })
  return choice ? choice.isConfirmed : window.confirm(`${title}\n${text}`)
}

/** Shows a success. Resolves when it is closed. Without SweetAlert2 it is left out. */
export async function successPopUp(title: string, text = '', next?: NextStep): Promise<void> {
  await tell({ icon: 'success', title, text }, next)
}

/** Shows a success for a moment. */
export async function briefPopUp(title: string): Promise<void> {
  await show({ icon: 'success', title }, true)
}

/** Shows a message that is not a plain success, such as "Saved on this phone". Resolves when it is closed. */
export async function infoPopUp(
  title: string,
  text: string,
  icon: 'info' | 'warning' = 'info',
  next?: NextStep,
): Promise<void> {
  if (!(await tell({ icon, title, text }, next))) window.alert(`${title}\n${text}`)
}

async function tell(options: SweetAlertOptions, next?: NextStep): Promise<SweetAlertResult | null> {
  const leading = next && { confirmButtonText: next.label, showCancelButton: true, cancelButtonText: common.ok() }
  const choice = await show({ ...options, ...leading } as SweetAlertOptions)
  if (choice?.isConfirmed) next?.go()
  return choice
}
