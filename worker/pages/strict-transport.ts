/** https for a year. */
export const STRICT_TRANSPORT = 'max-age=31536000'
