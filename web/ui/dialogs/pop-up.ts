import type { SweetAlertOptions } from 'sweetalert2'
import { expected } from '../../../contract/errors.ts'
import * as common from '../../texts/compiled/common.js'
import { DOUBLE_TAP_MS } from './double-tap.ts'

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

type Swal = Awaited<ReturnType<typeof load>>

const THEME: SweetAlertOptions = {
  buttonsStyling: false,
  reverseButtons: true,
  scrollbarPadding: false,
  heightAuto: false,
  customClass: {
    popup: 'pop-up',
    title: 'pop-up-title',
    htmlContainer: 'pop-up-text',
    actions: 'pop-up-actions',
    confirmButton: 'pop-up-button pop-up-confirm',
    cancelButton: 'pop-up-button',
    denyButton: 'pop-up-button',
  },
}

/**
 * The options of every pop-up. A tap beside it closes it, and so does Back, but for one that closes by itself. The second tap of the double tap that opened it does not:
 * nobody would have read it. A busy page handles a tap late, so the time of the tap itself counts.
 *
 * SweetAlert would return the focus 100 ms after it has closed, also from what the user has tapped since. So the pop-up
 * returns it at once, and only if nothing else has it.
 */
function withTheme(swal: Swal, options: SweetAlertOptions): SweetAlertOptions {
  const before = document.activeElement
  const opened = performance.now()
  const allowOutsideClick = () => (window.event?.timeStamp ?? performance.now()) - opened > DOUBLE_TAP_MS
  const didClose = () => {
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
  }
  let closed = () => {}
  const back = {
    didOpen: () => {
      closed = swal.backCloses(() => swal.close())
    },
    willClose: () => closed(),
    // Another pop-up has taken its place.
    didDestroy: () => closed(),
  }
  return { ...THEME, ...back, returnFocus: false, allowOutsideClick, didClose, ...options } as SweetAlertOptions
}

type ConfirmOptions = { title: string; text: string; confirm: string; cancel?: string }

/**
 * Asks the user to confirm an action that cannot be undone. `text` is shown as text, never as HTML. If SweetAlert2
 * cannot be loaded (offline at the first use), the browser's own dialog asks. @returns whether the user confirmed
 */
export async function confirmPopUp({
  title,
  text,
  confirm,
  cancel = common.cancel(),
}: ConfirmOptions): Promise<boolean> {
  const swal = await load().catch(() => expected('no-code', null))
  if (!swal) return window.confirm(`${title}\n${text}`)
  const choice = await swal.fire(
    withTheme(swal, {
      icon: 'warning',
      title,
      text,
      showCancelButton: true,
      confirmButtonText: confirm,
      cancelButtonText: cancel,
      // The harmless button has the focus.
      focusCancel: true,
    }),
  )
  return choice.isConfirmed
}

/** Where a pop-up leads on to, by a button beside its OK. */
export interface NextStep {
  label: string
  go: () => void
}

/** The buttons of a pop-up that leads on. */
function buttonsTo(next: NextStep | undefined): SweetAlertOptions {
  if (!next) return { confirmButtonText: common.ok() }
  return { confirmButtonText: next.label, showCancelButton: true, cancelButtonText: common.ok() }
}

/**
 * Shows a success. With `timerMs` it closes by itself and has no button. The time counts from the frame that paints it:
 * a slow phone, or a page in the background, shows it as long. Resolves when it is closed.
 */
export async function successPopUp(
  title: string,
  text?: string,
  { timerMs, next }: { timerMs?: number; next?: NextStep } = {},
): Promise<void> {
  const swal = await load().catch(() => expected('no-code', null))
  // If SweetAlert2 cannot be loaded, the success message is left out.
  if (!swal) return
  const close = (popUp: HTMLElement) => popUp === swal.getPopup() && swal.close()
  // SweetAlert opens a pop-up with the opacity 0, and shows it 10 ms later.
  const closeAfterPaint = (popUp: HTMLElement): unknown =>
    requestAnimationFrame(() =>
      popUp.style.opacity === '0' ? closeAfterPaint(popUp) : setTimeout(close, timerMs, popUp),
    )
  const { isConfirmed } = await swal.fire(
    withTheme(swal, {
      icon: 'success',
      title,
      position: 'center',
      showConfirmButton: timerMs === undefined,
      ...buttonsTo(next),
      ...(text === undefined ? {} : { text }),
      ...(timerMs === undefined ? {} : { didOpen: (popUp) => void closeAfterPaint(popUp) }),
    }),
  )
  if (isConfirmed) next?.go()
}

/** Shows a message that is not a plain success, such as "Saved on this phone". Resolves when it is closed. */
export async function infoPopUp(
  title: string,
  text: string,
  icon: 'info' | 'warning' = 'info',
  next?: NextStep,
): Promise<void> {
  const swal = await load().catch(() => expected('no-code', null))
  if (!swal) return window.alert(`${title}\n${text}`)
  const { isConfirmed } = await swal.fire(withTheme(swal, { icon, title, text, ...buttonsTo(next) }))
  if (isConfirmed) next?.go()
}
