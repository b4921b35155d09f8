import { parse, type Token } from '@messageformat/parser'
import { expect, it } from 'vitest'
import { readCatalogues, translatedLanguages } from './compile-texts.ts'

const MOST_WORDS = 20

/** What a message may say: one text for each combination of its cases, with a number in place of each value. */
function wordings(tokens: Token[]): string[] {
  return tokens.reduce<string[]>(
    (begun, token) => {
      const next =
        'cases' in token
          ? token.cases.flatMap((one) => wordings(one.tokens))
          : [token.type === 'content' ? token.value : '1']
      return begun.flatMap((start) => next.map((end) => start + end))
    },
    [''],
  )
}

/** The sentences of a text without its tags. ؟ and । end one in Arabic and Bengali. */
function sentences(text: string): string[] {
  return text.replaceAll(/<[^>]*>/g, '').split(/(?<=[.!?؟।])\s+/)
}

/** How many words a sentence has. All our languages write spaces between them. */
function wordCount(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

it.each(['en', ...translatedLanguages()] as const)('no sentence on a screen has more than 20 words: %s', (language) => {
  const long = [...readCatalogues(language)].flatMap(([name, texts]) =>
    [...texts].flatMap(([key, text]) =>
      wordings(parse(text))
        .flatMap(sentences)
        .filter((sentence) => wordCount(sentence) > MOST_WORDS)
        .map((sentence) => `${name}.${key}: ${sentence}`),
    ),
  )
  expect(long).toEqual([])
})
