/**
 * Runs inline in index.html: the first screen in it is the home page's, and every other page is served the same file.
 * A file of its own would come too late, and the wrong page would flash.
 */
export const FIRST_SCREEN_SCRIPT = "if(location.pathname!=='/')document.getElementById('shell').remove()"

/** What lets the page's policy run that script and no other. */
export const FIRST_SCREEN_SCRIPT_HASH = 'sha256-2tgCOGGjWXeebZK7W/wnALEbbX7g3RHbBU4K7VGc2+k='
