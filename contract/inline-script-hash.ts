/**
 * The hash of the page's one inline script (web/first-paint/inline-script.ts). The policy that the worker sends lets that
 * script run and no other. The script's test says which hash stands here after a change.
 */
export const INLINE_SCRIPT_HASH = 'sha256-b77hMeB8C2PFIs1OuYJGlMvzJr59AhlGkCHY88tCvKQ='
