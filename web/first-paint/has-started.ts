/** The id of the element with which the inline script says that the app could not be loaded. */
export const NO_APP = 'no-app'

/** The app's code is here: the page has nothing more to say about it. */
export function hasStarted() {
  document.documentElement.dataset.app = ''
  document.getElementById(NO_APP)?.remove()
}
