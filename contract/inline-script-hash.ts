/**
 * The hash of the page's only inline script (web/first-paint/inline-script.ts). The Content-Security-Policy allows this
 * inline script and no other. After a change of the script, its test prints the new hash.
 */
export const INLINE_SCRIPT_HASH = 'sha256-W+9336SzknSL95hIo5cqH1Y7dKLLH+YqUN2sEFkS5Xg='
