// The only inline script of the pages. It runs in the head, before the first paint, and before any code of the app.
//
// - It takes the token of an invitation, or of a link to an entry, out of the address (web/session/link-token.ts). Without
//   storage the app does it.
// - It finds the language: the one that was chosen, or else the first of the browser's languages that the app has, or
//   else English. The app takes the language from the html element.
// - The pages of `/`, `/login` and `/e/{id}` have their first screen as markup, in English and for a visitor. Where that is not what
//   the app will show, the script hides the markup and removes it.
// - It says that the app could not be loaded, when a file of the app fails or the app has not started after 20 s. Nothing
//   else can, because the code of the app is not there.
//
// web/build/page-script.ts fills in what stands in capitals.
{
  const [, path, token] = location.pathname.match(/^(\/[^/]+)\/([^/]+)$/) ?? []
  if (LINK_PATHS.includes(path))
    try {
      sessionStorage.setItem(path, token)
      history.replaceState(null, '', path)
    } catch {}

  const root = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const chosen = stored('CHOSEN_LANGUAGE')
  const known = (tag) => LANGUAGES.includes(tag)
  const wanted = navigator.languages.map((tag) => tag.split('-')[0]).find(known)
  const lang = known(chosen) || chosen === 'PSEUDO' ? chosen : wanted || 'en'
  root.lang = lang
  root.dir = RIGHT_TO_LEFT.includes(lang) ? 'rtl' : 'ltr'
  const removeMarkup = () => document.getElementById('PRERENDERED')?.remove()
  if (lang !== 'en' || stored('SIGNED_IN')) {
    root.dataset.own = ''
    document.addEventListener('DOMContentLoaded', removeMarkup)
  }

  const fail = () => {
    if ('app' in root.dataset || document.getElementById('NO_APP')) return
    removeMarkup()
    const words = WORDS
    const [text, again] = words[lang] || words.en
    const page = document.createElement('main')
    page.id = 'NO_APP'
    page.className = 'shell py-10'
    page.innerHTML = `<div role="alert"><h1 class="text-2xl">${text}</h1><button type="button" class="mt-4 min-h-11 rounded-md bg-action px-4 py-2 font-semibold text-on-action">${again}</button></div>`
    page.querySelector('button').onclick = () => location.reload()
    document.body.append(page)
    addEventListener('online', () => page.isConnected && location.reload())
  }
  const failed = () => (document.body ? fail() : addEventListener('DOMContentLoaded', fail))
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && failed(), true)
  setTimeout(fail, SLOW_START_MS)
}
