/** Where a page keeps what it last showed: this, path and query. Its first line is the stamp of what it rests on. */
export const KEPT_SCREEN = 'first-screen:'

/**
 * Runs inline in index.html, where a file of its own would come too late and the wrong page would flash: the first
 * screen in it is the home page's, and every other page is served the same file. That one gets what this phone last
 * showed there (decision 034), or nothing. What is kept is inert: it can be read, and waits for the app to be used.
 * The stamp says which styles it was drawn with and in which zone its times are; with another one it is not shown.
 */
export const FIRST_SCREEN_SCRIPT = `{const stamp=document.querySelector('link[rel=stylesheet]').href+new Date().getTimezoneOffset()
document.documentElement.dataset.stamp=stamp
if(location.pathname!=='/'){const shell=document.getElementById('shell');let kept
try{kept=localStorage.getItem('${KEPT_SCREEN}'+location.pathname+location.search)}catch{}
if(kept?.startsWith(stamp+'\\n')){shell.innerHTML=kept.slice(stamp.length+1);shell.inert=true}else shell.remove()}}`

/** What lets the page's policy run that script and no other. */
export const FIRST_SCREEN_SCRIPT_HASH = 'sha256-GkxSwUT5AQayqDg6HYHjtXKnikvBHDizSU1LbZN3RTg='
