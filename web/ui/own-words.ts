/**
 * Attributes of an element with what a person wrote, in whatever language: its language is left open, and its direction
 * is that of its first letter.
 */
export const OWN_WORDS = { lang: '', dir: 'auto' } as const
