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
import { foldText } from '../../../../contract/text/fold-text.ts'
import { labelOf } from '../../../forms/labels.ts'
import * as entrantTexts from '../../../texts/compiled/entrants.js'
import * as texts from '../../../texts/compiled/import.js'
import { questionLabel } from '../../../texts/question-words.ts'

/** What a column of a file is. */
export type Target = keyof typeof HEADS | AnswerField | StaffValueField

/**
 * What columns are called in our own files (the first name) and in those of organisers, registration services and timing software. Case, blanks
 * and signs do not matter.
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
  bib: [
    ...[
      'Bib',
      'Bib number',
      'Bib no',
      'Race number',
      'Race no',
      'Start number',
      'Number',
      'No',
      'Startnummer',
      'Start-Nr',
    ],
    ...['StNr', 'Snr', 'Dorsal', 'Número de dorsal', 'বিব', 'বিব নম্বর', 'رقم الصدر'],
  ],
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

/** A target with what a select calls it, its head in our own files, and the names that it has in others, folded. */
export interface KnownTarget {
  target: Target
  label: string
  head: string
  names: ReadonlySet<string>
}

/** The columns that a marathon's entrants have in files. A signature of a waiver is the runner's own, and comes from no file. */
export function targetsOf(marathon: Asked & { staffFields: string }): KnownTarget[] {
  const own = ownColumns(marathon, ENTRANT_HEADS)
  const headOf = (field: AnswerField | StaffValueField) => own.get(field)?.head ?? ''
  const asked = questionsOf(marathon).filter(({ kind }) => kind !== 'waiver')
  return [
    ...asked.map((question) => {
      const field = answerField(question.id)
      return known(field, questionLabel(question), [headOf(field), ...namesOf(question)])
    }),
    ...staffFieldsOf(marathon).map(({ id, label }) => {
      const field = staffValueField(id)
      return known(field, label, [headOf(field), label])
    }),
    ...baseTargets(Object.keys(HEADS) as (keyof typeof HEADS)[]),
  ]
}

/** The same of these columns alone. */
export function baseTargets(targets: readonly (keyof typeof HEADS)[]): KnownTarget[] {
  return targets.map((target) => known(target, labelOfTarget(target), HEADS[target]))
}

/** @param names that of our own files first */
function known(target: Target, label: string, names: readonly string[]): KnownTarget {
  const [head = '', ...others] = names.map(plainHead)
  return { target, label, head, names: new Set([head, ...others]) }
}

function namesOf(question: Question): string[] {
  return [questionLabel(question), answerField(question.id), ...(OF_KINDS[question.kind] ?? [])]
}

function labelOfTarget(target: string): string {
  if (target === 'fullName') return texts.fullName()
  if (target === 'entry') return entrantTexts.entry()
  return target === 'status' ? entrantTexts.status() : labelOf(target)
}

/** Which column of a file is what, by target. */
export type Columns = Partial<Record<Target, number>>

/**
 * Matches the heads of a file. Of two columns of one target the first counts. A last name is often called `Name`, beside a column
 * for the first name.
 */
export function matchHeads(heads: readonly string[], targets: readonly KnownTarget[]): Columns {
  const columns: Columns = {}
  const plain = heads.map(plainHead)
  // A name of our own files is one column's alone. Another one may be said of several.
  for (const isOurs of [true, false]) {
    for (const [at, head] of plain.entries()) {
      if (head === '' || Object.values(columns).includes(at)) continue
      const fits = ({ target, head: own, names }: KnownTarget) =>
        !(target in columns) && (isOurs ? own === head : names.has(head))
      const fit = targets.find(fits)
      if (fit) columns[fit.target] = at
    }
  }
  const { fullName, ...others } = columns
  const isLastName = fullName !== undefined && 'firstName' in columns && !('lastName' in columns)
  return isLastName ? { ...others, lastName: fullName } : columns
}

/** The name of a column as names are compared. */
export function plainHead(cell: string): string {
  return foldText(cell).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}
