/** Takes the first screen that came with index.html away (home-shell): the app has something of its own to show. */
export function dropShell() {
  document.getElementById('shell')?.remove()
}
