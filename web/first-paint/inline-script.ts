import translations from '../texts/compiled/first-paint.all.js'
import * as texts from '../texts/compiled/first-paint.js'
import { CHOSEN_LANGUAGE, LANGUAGES, type Language, PSEUDO } from '../texts/languages.ts'
import { NO_APP } from './has-started.ts'
import { TAKE_TOKEN } from './invitation-token.ts'
import { KEPT_SCREEN, ORDER } from './kept-screens.ts'
import { LOGIN_SHELL } from './login-shell.ts'

/** The languages that a browser may ask for. */
const ALL = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== PSEUDO)
const RIGHT_TO_LEFT = ALL.filter((language) => LANGUAGES[language].direction === 'rtl')

/** The app has not started after this time: then the page says so. The code of the first screen is about 100 KB. */
const SLOW_START_MS = 20_000

/** The page's own words in each language: the notice, the heading of the login, and the button of the notice. */
const WORDS = {
  en: [texts.codeMissing(), texts.loginHeading(), texts.tryAgain()],
  ...Object.fromEntries(
    // The texts are in the order of their keys, and have no values.
    ALL.flatMap((language) =>
      language === 'en'
        ? []
        : [[language, Object.values(translations[language]).map((text) => (text as () => string)())]],
    ),
  ),
}

/** Looks like a notice of the app, whose code is not there. A page that has nothing else gets a heading. */
const NO_APP_HTML = `<div role="alert" class="fixed inset-x-4 bottom-4 z-60 mx-auto max-w-md rounded-lg border-2 border-edge
bg-surface p-4 text-ink shadow-lift"><\${line} class="font-sans text-base font-semibold">\${words[0]}</\${line}><button type="button" class="mt-3 min-h-11 rounded-md bg-action px-4 py-2 font-semibold text-on-action">
\${words[2]}</button></div>`

/**
 * Runs inline in index.html. A script in its own file would run after the first paint, and the wrong page would flash.
 *
 * 0. The script takes the token of an invitation out of the address (`invitation-token.ts`).
 * 1. The script finds the language: the one that was chosen, or else the first of the browser's languages that the app
 *    has, or else English. It writes it, with the direction of its writing, into the html element, from where the app
 *    takes it. The stamp of a kept screen names what it depends on: the style sheet that it was drawn with, the time
 *    zone offset of its times, and its language. The first two stand in `data-stamp`.
 * 2. The server sends the same index.html for every address, and that file contains the shell of the home page. At any
 *    other address the script replaces the shell with the kept screen of that address (decision 034). It removes the
 *    shell if there is no kept screen, or if its stamp differs. At the login it shows the login's shell, unless the phone
 *    has kept screens: somebody is signed in then, and is led on. A kept screen is inert: the user can read it, and can
 *    use the page when the app is there. If the session ended while no page was open, the script deletes all kept
 *    screens first (`forget-at-start.ts`).
 * 3. The script loads the code of the app (decision 035) after the first frame with its content: the frame after a kept
 *    screen is in the page, and elsewhere the first after `DOMContentLoaded`. A page in the background draws no frame, so
 *    the code loads 300 ms after `DOMContentLoaded` at the latest. Each file gets its own script element. It is a module,
 *    unless its link names another type (decision 072). The files run in the order of the links, each in its own task.
 *    Files of the screen that is opened are fetched beside them, and run when the app asks for them. The screens of an
 *    account are for a phone that has kept one before: a visitor is led to the login.
 * 4. If a file cannot be had, or the app has not started after 20 s, the page says so and offers to load again: nothing
 *    else can, because the app's code is not there. It loads again by itself when the network is back. The app removes
 *    the notice when it starts after all (`hasStarted`).
 *
 * The script looks up the path with the query. Kept screens are saved for paths without a query only, so an address
 * with a query has none.
 *
 * The script is the first child of `#shell`. The parser has not read the rest of the shell when it runs, so the browser
 * paints no part of a shell that the script removes. The script puts that shell into a template, where the browser loads
 * no picture: it would decode the hero's at every address.
 */
export const INLINE_SCRIPT = `${TAKE_TOKEN}
{const root=document.documentElement;let lang;try{lang=localStorage.getItem('${CHOSEN_LANGUAGE}')}catch{}
if(!${JSON.stringify([...ALL, PSEUDO])}.includes(lang))lang=navigator.languages.map(tag=>tag.split('-')[0]).find(tag=>${JSON.stringify(ALL)}.includes(tag))||'en'
root.lang=lang;root.dir=${JSON.stringify(RIGHT_TO_LEFT)}.includes(lang)?'rtl':'ltr'
const sheet=document.querySelector('link[rel=stylesheet]').href+new Date().getTimezoneOffset(),stamp=sheet+lang
root.dataset.stamp=sheet
const all=${JSON.stringify(WORDS)},words=all[lang]||all.en;let known
try{if('forgetScreens' in root.dataset)
for(const key of Object.keys(localStorage))if(key.startsWith('first-screen'))localStorage.removeItem(key)
known=localStorage.getItem('${ORDER}')}catch{}
const soon=()=>requestAnimationFrame(()=>setTimeout(()=>begin()))
if(location.pathname!=='/'){const shell=document.getElementById('shell');let kept
try{kept=localStorage.getItem('${KEPT_SCREEN}'+location.pathname+location.search)}catch{}
const own=shell.cloneNode()
if(kept?.startsWith(stamp+'\\n')){own.innerHTML=kept.slice(stamp.length+1);own.inert=true;shell.before(own);soon()}
else if(location.pathname=='/login'&&!known){const heading=words[1];own.innerHTML=\`${LOGIN_SHELL}\`
own.ariaHidden='true';shell.before(own)}
document.createElement('template').content.append(shell)}
const fail=()=>{if('app' in root.dataset||document.getElementById('${NO_APP}'))return
const[box,line]=document.querySelector('main')?['div','p']:['main','h1']
const note=document.createElement(box);note.id='${NO_APP}';note.innerHTML=\`${NO_APP_HTML}\`
note.querySelector('button').onclick=()=>location.reload();document.body.append(note)
addEventListener('online',()=>note.isConnected&&location.reload())}
let begun;const begin=()=>{if(begun)return;begun=true;setTimeout(fail,${SLOW_START_MS})
for(const{href,type}of document.querySelectorAll('link[rel=code]:not([data-at])')){const code=document.createElement('script')
code.type=type||'module';code.crossOrigin='';code.async=false;code.src=href;code.onerror=fail;document.head.append(code)}
const[,first,rest]=location.pathname.split('/')
if(known||first!='marathons')for(const link of document.querySelectorAll('link[data-at~="'+CSS.escape(first+(rest?'/':''))+'"]')){
link.rel='modulepreload';link.crossOrigin=''}}
document.addEventListener('DOMContentLoaded',()=>{soon();setTimeout(begin,300)})}`
