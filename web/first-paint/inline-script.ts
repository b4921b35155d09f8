/**
 * Prefix of the localStorage key of a kept screen. The path follows it. The first line of the value is the stamp: the
 * address of the style sheet and the offset of the phone's time zone.
 */
export const KEPT_SCREEN = 'first-screen:'

/**
 * Runs inline in index.html. A script in its own file would run after the first paint, and the wrong page would flash.
 *
 * 1. The script writes the stamp into `data-stamp` of the html element. The stamp names what a kept screen depends on:
 *    the style sheet that it was drawn with, and the time zone offset of its times.
 * 2. The server sends the same index.html for every address, and that file contains the shell of the home page. At any
 *    other address the script replaces the shell with the kept screen of that address (decision 034). It removes the
 *    shell if there is no kept screen, or if its stamp differs. A kept screen is inert: the user can read it, and can
 *    use the page when the app is there.
 * 3. The script loads the code of the app (decision 035) after the first frame. A page in the background draws no
 *    frame, so the code loads 300 ms after `DOMContentLoaded` at the latest. Each file gets its own script element. The
 *    files run in the order of the links, each in its own task.
 *
 * The script looks up the path with the query. Kept screens are saved for paths without a query only, so an address
 * with a query has none.
 *
 * The script is the first child of `#shell`. The parser has not read the rest of the shell when it runs, so the browser
 * paints no part of a shell that the script removes.
 */
export const INLINE_SCRIPT = `{const stamp=document.querySelector('link[rel=stylesheet]').href+new Date().getTimezoneOffset()
document.documentElement.dataset.stamp=stamp
if(location.pathname!=='/'){const shell=document.getElementById('shell');let kept
try{kept=localStorage.getItem('${KEPT_SCREEN}'+location.pathname+location.search)}catch{}
if(kept?.startsWith(stamp+'\\n')){const own=shell.cloneNode();own.innerHTML=kept.slice(stamp.length+1);own.inert=true
shell.replaceWith(own)}else shell.remove()}
let begun;const begin=()=>{if(begun)return;begun=true
for(const{href}of document.querySelectorAll('link[rel=code]')){const code=document.createElement('script')
code.type='module';code.crossOrigin='';code.async=false;code.src=href;document.head.append(code)}}
document.addEventListener('DOMContentLoaded',()=>{requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,300)})}`
