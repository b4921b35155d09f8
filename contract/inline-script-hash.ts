/**
 * The hash of the page's only inline script (web/build/page-script.js). The Content-Security-Policy allows this
 * inline script and no other. After a change of the script, its test prints the new hash.
 */
export const INLINE_SCRIPT_HASH = 'sha256-+8Y/n2RD8QHDN2KcqUEJc7xrnNMn/GsgH4Ig4nc8XSY='
