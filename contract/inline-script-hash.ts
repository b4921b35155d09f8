/**
 * The hash of the page's only inline script (web/first-paint/inline-script.ts). The Content-Security-Policy allows this
 * inline script and no other. After a change of the script, its test prints the new hash.
 */
export const INLINE_SCRIPT_HASH = 'sha256-YGCxKYHD1qwM1l1J5SnK3joh49ft/BC5uKGZ3MQ8zXQ='
