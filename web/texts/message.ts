/**
 * Texts of a language: a function for each message, by its place in the compiled catalogues. The service worker has
 * those of its notifications alone.
 */
export type Translation = { readonly [position: number]: (values: never) => string }

let translation: Translation | undefined

/**
 * A text of the app. The compiled catalogues consist of these calls (web/build/compile-texts.ts).
 * @param position the message's place in every translation
 * @param english the message in English, which is in the code of the screens that show it
 */
export function message<Text extends (values: never) => string>(position: number, english: Text): Text {
  return ((values) => ((translation?.[position] as Text | undefined) ?? english)(values)) as Text
}

/** Shows all texts in another language from now on. `undefined` stands for English. */
export function translate(to: Translation | undefined): void {
  translation = to
}
