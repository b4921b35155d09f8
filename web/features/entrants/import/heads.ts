import { type Asked, ownColumns } from '../../../../contract/questions/answer-columns.ts'
import {
  type AnswerField,
  answerField,
  type Question,
  type QuestionKind,
  questionsOf,
  type StaffValueField,
  staffFieldsOf,
  staffValueField,
} from '../../../../contract/questions/questions.ts'
import { ENTRANT_HEADS } from '../../../../contract/text/entrants-csv.ts'
import { BIB_HEADS, type Columns, type KnownTarget, knownTarget, matchHeads } from '../../../forms/files/columns.ts'
import { labelOf } from '../../../forms/labels.ts'
import * as entrantTexts from '../../../texts/compiled/entrants.js'
import * as texts from '../../../texts/compiled/import.js'
import { questionLabel } from '../../../texts/question-words.ts'

/** What a column of a file is. */
export type Target = keyof typeof HEADS | AnswerField | StaffValueField

/**
 * What columns are called in our own files (the first name) and in those of organisers, registration services and
 * timing software. Case, blanks and signs do not matter.
 */
export const HEADS = {
  firstName: [
    ...['First Name', 'Given name', 'Forename', 'First', 'Vorname', 'Rufname', 'Nombre', 'Nombres', 'Nombre de pila'],
    ...['Prénom', 'Nome', 'নামের প্রথম অংশ', 'প্রথম নাম', 'الاسم الأول', 'الاسم الشخصي'],
  ],
  lastName: [
    ...['Last Name', 'Surname', 'Family name', 'Last', 'Nachname', 'Familienname', 'Zuname', 'Apellidos', 'Apellido'],
    ...['Nom', 'Nom de famille', 'Cognome', 'নামের শেষ অংশ', 'পদবি', 'اسم العائلة', 'اللقب', 'الاسم الأخير'],
  ],
  fullName: [
    ...['Name', 'Full name', 'Participant', 'Athlete', 'Runner', 'Entrant', 'Athlete name', 'Teilnehmer', 'Läufer'],
    ...[
      'Vor- und Nachname',
      'Nombre completo',
      'Nombre y apellidos',
      'Participante',
      'নাম',
      'পুরো নাম',
      'الاسم',
      'الاسم الكامل',
    ],
  ],
  phoneNumber: [
    ...['Contact Number', 'Phone', 'Phone number', 'Telephone', 'Mobile', 'Mobile phone', 'Cell', 'Cell phone', 'Tel'],
    ...['Telefon', 'Telefonnummer', 'Handy', 'Handynummer', 'Mobil', 'Mobilnummer', 'Mobiltelefon', 'Teléfono'],
    ...['Teléfono de contacto', 'Móvil', 'Celular', 'যোগাযোগ নম্বর', 'ফোন', 'ফোন নম্বর', 'মোবাইল', 'رقم التواصل', 'الهاتف'],
    ...['رقم الهاتف', 'الجوال', 'رقم الجوال'],
  ],
  email: [
    ...['Email', 'Email address', 'Mail', 'E-Mail-Adresse', 'Correo electrónico', 'Correo', 'ইমেইল', 'ই-মেইল'],
    ...['البريد الإلكتروني', 'الإيميل'],
  ],
  additionalInfo: [
    ...['Additional Info', 'Additional information', 'Comment', 'Comments', 'Notes', 'Note', 'Remarks', 'Zusatzinfo'],
    ...['Bemerkung', 'Bemerkungen', 'Kommentar', 'Anmerkung', 'Información adicional', 'Comentario', 'Comentarios'],
    ...['Observaciones', 'Notas', 'অতিরিক্ত তথ্য', 'মন্তব্য', 'معلومات إضافية', 'ملاحظات', 'تعليق'],
  ],
  bib: BIB_HEADS,
  entry: ['Entry', 'Entry code', 'Code', 'Anmeldung', 'Inscripción', 'এন্ট্রি', 'المشاركة'],
  status: ['Status'],
} as const satisfies Record<string, readonly string[]>

/** The same of the questions that files know by their kind. */
const OF_KINDS: Partial<Record<QuestionKind, readonly string[]>> = {
  birthYear: [
    ...['Year of birth', 'Birth year', 'YOB', 'Born', 'Year', 'Date of birth', 'Birth date', 'Birthday', 'DOB'],
    ...['Geburtsjahr', 'Jahrgang', 'JG', 'Geburtsdatum', 'Geburtstag', 'Año de nacimiento', 'Fecha de nacimiento'],
    ...['Nacimiento', 'জন্মসাল', 'জন্ম তারিখ', 'سنة الميلاد', 'تاريخ الميلاد'],
  ],
  sex: ['Sex', 'Gender', 'Geschlecht', 'Sexo', 'Género', 'M/F', 'M/W', 'লিঙ্গ', 'الجنس', 'النوع'],
  club: ['Club', 'Club name', 'Team', 'Team name', 'Verein', 'Equipo', 'ক্লাব', 'দল', 'النادي', 'الفريق'],
  emergency: [
    ...[
      'Emergency contact',
      'Emergency',
      'Emergency phone',
      'Emergency number',
      'ICE',
      'Notfallkontakt',
      'Notfallnummer',
    ],
    ...['Contacto de emergencia', 'Teléfono de emergencia', 'জরুরি যোগাযোগ', 'جهة الاتصال في الطوارئ'],
  ],
}

/**
 * The columns that a marathon's entrants have in files. A signature of a waiver is the runner's own, and comes from no
 * file.
 */
export function targetsOf(marathon: Asked & { staffFields: string }): KnownTarget<Target>[] {
  const own = ownColumns(marathon, ENTRANT_HEADS)
  const headOf = (field: AnswerField | StaffValueField) => own.get(field)?.head ?? ''
  const asked = questionsOf(marathon).filter(({ kind }) => kind !== 'waiver')
  return [
    ...asked.map((question) => {
      const field = answerField(question.id)
      return knownTarget(field, questionLabel(question), [headOf(field), ...namesOf(question)])
    }),
    ...staffFieldsOf(marathon).map(({ id, label }) => {
      const field = staffValueField(id)
      return knownTarget(field, label, [headOf(field), label])
    }),
    ...baseTargets(Object.keys(HEADS) as (keyof typeof HEADS)[]),
  ]
}

/** The same of these columns alone. */
export function baseTargets(targets: readonly (keyof typeof HEADS)[]): KnownTarget<Target>[] {
  return targets.map((target) => knownTarget(target, labelOfTarget(target), HEADS[target]))
}

function namesOf(question: Question): string[] {
  return [questionLabel(question), answerField(question.id), ...(OF_KINDS[question.kind] ?? [])]
}

function labelOfTarget(target: string): string {
  if (target === 'fullName') return texts.fullName()
  if (target === 'entry') return entrantTexts.entry()
  return target === 'status' ? entrantTexts.status() : labelOf(target)
}

/** `matchHeads` for entrants: a last name is often called `Name`, beside a column for the first name. */
export function matchColumns(heads: readonly string[], targets: readonly KnownTarget<Target>[]): Columns<Target> {
  const { fullName, ...others } = matchHeads(heads, targets)
  const isLastName = fullName !== undefined && 'firstName' in others && !('lastName' in others)
  if (isLastName) return { ...others, lastName: fullName }
  return fullName === undefined ? others : { ...others, fullName }
}
