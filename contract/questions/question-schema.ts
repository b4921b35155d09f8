import * as z from 'zod/mini'
import type { FieldError } from '../field-errors.ts'
import { invalidFrom, matches, must } from '../invalid.ts'
import { MAX_LENGTH, MAX_SPLITS } from '../limits.ts'
import { ENDS } from '../results/recording.ts'
import { lengthOf } from '../text/plain-text.ts'
import { line, requiredLine, requiredText } from '../text/text.ts'
import { BAND_SEXES, CATEGORY_PRESETS, MAX_AGE, MAX_BANDS, overlapping } from './categories.ts'
import {
  isAnswer,
  isKnownKind,
  isOnceKind,
  MAX_EARLIER,
  MAX_OPTIONS,
  MAX_QUESTIONS,
  MAX_STAFF_FIELDS,
  QUESTION_ID,
  QUESTION_KINDS,
  type Question,
  type QuestionKind,
  type StaffField,
} from './questions.ts'

// The schemas of what questions.ts and categories.ts describe, and of the points. Each is a text with JSON, in its one
// form, so that a column, a base and a clash have one value.

const questionId = z.string().check(matches(QUESTION_ID, '6 to 12 letters and digits'))

/** No two of a list may be equal. */
const unique = (values: readonly unknown[]) => new Set(values).size === values.length

const questionSchema = z
  .strictObject({
    id: questionId,
    kind: z.enum(Object.keys(QUESTION_KINDS) as QuestionKind[]),
    label: line(MAX_LENGTH.question),
    isRequired: z.boolean(),
    staffSees: z.boolean(),
    options: z.optional(
      z
        .array(requiredLine(MAX_LENGTH.option))
        .check(z.minLength(2), z.maxLength(MAX_OPTIONS), must(unique, { code: 'NOT_UNIQUE' })),
    ),
    text: z.optional(requiredText(MAX_LENGTH.waiver)),
    version: z.optional(z.int().check(z.minimum(1), z.maximum(99))),
    asksFrom: z.optional(z.int().check(z.minimum(1), z.maximum(99))),
    earlier: z.optional(z.array(requiredText(MAX_LENGTH.waiver)).check(z.maxLength(MAX_EARLIER))),
    guardianBelow: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(99)))),
  })
  .check(
    needs('label', ({ kind, label }) => label !== '' || isKnownKind(kind)),
    needs('options', ({ kind, options }) => kind !== 'choice' || options !== undefined),
    needs('text', ({ kind, text }) => kind !== 'waiver' || text !== undefined),
    needs('version', ({ kind, version }) => kind !== 'waiver' || version !== undefined),
    // A signature names the number of its text, so none may be missing.
    needs('earlier', ({ version = 1, earlier = [] }) => earlier.length === version - 1),
  )

/** A check that a question has a field. */
function needs(path: keyof Question, has: (question: Question) => boolean) {
  return z.refine<Question>(has, { path: [path], params: { code: 'REQUIRED' } })
}

const questionListSchema = z.array(questionSchema).check(
  z.maxLength(MAX_QUESTIONS),
  must((list: Question[]) => unique(list.map(({ id }) => id)), { code: 'NOT_UNIQUE' }),
  must((list: Question[]) => unique(list.map(({ kind }) => kind).filter(isOnceKind)), { code: 'NOT_UNIQUE' }),
  // Without the year of birth nobody knows who needs a guardian.
  z.superRefine((list, context) => {
    if (list.some(({ kind, isRequired }) => kind === 'birthYear' && isRequired)) return
    for (const [index, { guardianBelow }] of list.entries()) {
      if (typeof guardianBelow !== 'number') continue
      const path = [index, 'guardianBelow']
      context.addIssue({ code: 'custom', path, params: { code: 'NEEDS_BIRTH_YEAR' }, message: '' })
    }
  }),
)

const staffFieldListSchema = z
  .array(z.strictObject({ id: questionId, label: requiredLine(MAX_LENGTH.question), isShown: z.boolean() }))
  .check(
    z.maxLength(MAX_STAFF_FIELDS),
    must((list: StaffField[]) => unique(list.map(({ id }) => id)), { code: 'NOT_UNIQUE' }),
  )

const age = z.int().check(z.minimum(0), z.maximum(MAX_AGE))
const categoriesSchema = z
  .strictObject({
    preset: z.optional(z.enum(CATEGORY_PRESETS)),
    bands: z.optional(
      z
        .array(
          z
            .strictObject({
              name: requiredLine(MAX_LENGTH.option),
              sex: z.enum(BAND_SEXES),
              from: age,
              to: z.nullable(age),
            })
            .check(
              z.refine(({ from, to }) => to === null || to >= from, {
                path: ['to'],
                params: { code: 'TO_BEFORE_FROM' },
              }),
            ),
        )
        .check(
          z.minLength(1),
          z.maxLength(MAX_BANDS),
          z.refine((bands) => overlapping(bands) === null, { params: { code: 'OVERLAPS' } }),
          must((bands: { name: string }[]) => unique(bands.map(({ name }) => name)), { code: 'NOT_UNIQUE' }),
        ),
    ),
  })
  .check(
    must(({ preset, bands }) => (preset === undefined) !== (bands === undefined), {
      code: 'NOT_VALID',
      values: { expected: 'a preset or bands' },
    }),
  )

const isEnd = (name: string) => ENDS.some((end) => end === name.toLowerCase())
const splitListSchema = z
  .array(requiredLine(MAX_LENGTH.gate).check(must((name) => !isEnd(name), { code: 'NAME_OF_POINT' })))
  .check(
    z.maxLength(MAX_SPLITS),
    must((names: string[]) => unique(names.map((name) => name.toLowerCase())), { code: 'NOT_UNIQUE' }),
  )

/** Most errors of one text with JSON. A verdict is stored, and a list may have thousands of wrong parts. */
const MOST_ERRORS = 10

/**
 * A text with JSON of this schema, in its one form. '' stands for nothing, and so does an empty list. An error of a part has
 * its place: `0.label`.
 */
function jsonText(schema: z.ZodMiniType, max: number) {
  return z
    .string()
    .check(z.maxLength(max, { abort: true }))
    .check((context) => {
      if (context.value === '') return
      const refuse = (path: string, params: FieldError) => {
        const at = path === 'body' ? [] : path.split('.')
        context.issues.push({ code: 'custom', input: context.value, path: at, params })
      }
      const parsed = schema.safeParse(parse(context.value))
      if (parsed.success) {
        const text = Array.isArray(parsed.data) && parsed.data.length === 0 ? '' : write(parsed.data)
        // Some letters are stored as several.
        if (lengthOf(text) > max) refuse('body', { code: 'TOO_LONG', values: { max } })
        else context.value = text
      } else {
        const errors = Object.entries(invalidFrom(parsed.error).fields ?? {})
        for (const [path, error] of errors.slice(0, MOST_ERRORS)) refuse(path, error)
      }
    })
}

/** JSON whose keys are in one order. */
function write(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** A marathon's `questions`, `staffFields`, `categories` and `splits`. */
export const questionsText = jsonText(questionListSchema, MAX_LENGTH.questions)
export const staffFieldsText = jsonText(staffFieldListSchema, MAX_LENGTH.staffFields)
export const categoriesText = jsonText(categoriesSchema, MAX_LENGTH.categories)
export const splitsText = jsonText(splitListSchema, MAX_LENGTH.splits)

const answerText = line(MAX_LENGTH.answer)

/**
 * An object with these fields, and with answers beside them: `answers.<id>`. What an answer may be depends on its question
 * (`wrongAnswers`).
 * @param by staff write `staff.<id>` too. A desk's phone that has forgotten an answer sends null, which is none.
 */
export function objectWithAnswers<Shape extends z.core.$ZodShape>(
  shape: Shape,
  by: 'runner' | 'staff' | 'desk' = 'runner',
) {
  const schema = z.catchall(z.object(shape), z.unknown()).check((context) => {
    const value = context.value as Record<string, unknown>
    for (const [name, answer] of Object.entries(value)) {
      if (Object.hasOwn(shape, name)) continue
      if (!isAnswer(name) || (by === 'runner' && !name.startsWith('answers.'))) {
        context.issues.push({ code: 'unrecognized_keys', keys: [name], input: value })
        continue
      }
      const parsed = answerText.safeParse(by === 'desk' ? (answer ?? '') : answer)
      if (parsed.success) value[name] = parsed.data
      else
        for (const issue of parsed.error.issues)
          context.issues.push({ ...(issue as z.core.$ZodRawIssue), path: [name] })
    }
  })
  // Other fields than these and answers are errors, so the type is that of a strict object.
  return schema as unknown as z.ZodMiniObject<Shape, z.core.$strict>
}
