/**
 * The hash of the page's only inline script (web/first-paint/inline-script.ts). The Content-Security-Policy allows this
 * inline script and no other. After a change of the script, its test prints the new hash.
 */
export const INLINE_SCRIPT_HASH = 'sha256-2ekLKuxXhhuWzE6W4s81d3O3B2RQnw05vQ9UzV3kC5o='
