/** Where a page keeps what it last showed: this, path and query. Its first line is the stamp of what it rests on. */
export const KEPT_SCREEN = 'first-screen:'

/**
 * Runs inline in index.html, where a file of its own would come too late and the wrong page would flash: the first
 * screen in it is the home page's, and every other page is served the same file. That one gets what this phone last
 * showed there (decision 034), or nothing. What is kept is inert: it can be read, and waits for the app to be used.
 * The stamp says which styles it was drawn with and in which zone its times are; with another one it is not shown.
 *
 * It stands before the markup of the home page and takes the whole of it out of the page, of which the parser has only
 * begun: where that is slow, the wrong page would be painted until its end.
 *
 * Then it begins with the code (decision 035): after the first frame, or soon where a page in the background draws none.
 * Each file is a script of its own, run in the order of the links and in a task of its own.
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
