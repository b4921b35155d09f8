import type { SweetAlertOptions } from 'sweetalert2'

/** SweetAlert2 and its looks, fetched when the first pop-up is needed; one copy for all later ones. */
async function load() {
  const [{ default: Swal }] = await Promise.all([
    // The build without its own <style> tag, which the content security policy would refuse.
    import('sweetalert2/dist/sweetalert2.esm.min.js'),
    import('./pop-up.css'),
  ])
  return Swal
}

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

type ConfirmOptions = { title: string; text: string; confirm: string; cancel?: string }

/**
 * Asks before something that cannot be taken back; true once confirmed. `text` is shown as text, never as HTML.
 * Where the pop-up itself cannot be fetched (offline, first use), the browser's own dialog asks.
 */
export async function confirmPopUp({ title, text, confirm, cancel = 'Cancel' }: ConfirmOptions): Promise<boolean> {
  const swal = await load().catch(() => null)
  if (!swal) return window.confirm(`${title}\n${text}`)
  const answer = await swal.fire({
    ...THEME,
    icon: 'warning',
    title,
    text,
    showCancelButton: true,
    confirmButtonText: confirm,
    cancelButtonText: cancel,
    // The harmless answer has the focus.
    focusCancel: true,
  })
  return answer.isConfirmed
}

/** Tells of a success. With `timerMs` it closes by itself and has no button. Resolves when it is closed. */
export async function successPopUp(
  title: string,
  text?: string,
  { timerMs }: { timerMs?: number } = {},
): Promise<void> {
  const swal = await load().catch(() => null)
  // Good news is not worth failing over.
  if (!swal) return
  await swal.fire({
    ...THEME,
    icon: 'success',
    title,
    position: 'center',
    showConfirmButton: timerMs === undefined,
    confirmButtonText: 'OK',
    ...(text === undefined ? {} : { text }),
    ...(timerMs === undefined ? {} : { timer: timerMs }),
  })
}

/** Tells of something that is not a plain success, such as "Saved on this phone". Resolves when it is closed. */
export async function infoPopUp(title: string, text: string, icon: 'info' | 'warning' = 'info'): Promise<void> {
  const swal = await load().catch(() => null)
  if (!swal) return window.alert(`${title}\n${text}`)
  await swal.fire({ ...THEME, icon, title, text, confirmButtonText: 'OK' })
}
