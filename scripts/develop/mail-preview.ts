/**
 * `npm run mail:preview [folder]` writes each mail in each language: as a page, as plain text and as a message that mail
 * programs open.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sampleMails } from '../../worker/testing/sample-mails.ts'

const folder = resolve(process.argv[2] ?? 'test-results/mails')

const mails = await sampleMails()
for (const { name, language, message, html, text, subject } of mails) {
  const path = join(folder, language)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, `${name}.html`), html)
  writeFileSync(join(path, `${name}.txt`), `${subject}\n\n${text}`)
  writeFileSync(join(path, `${name}.eml`), message)
}
console.log(`${mails.length} mails in ${folder}`)
