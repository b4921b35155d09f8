/**
 * `npm run -s results:check -- <file>` says whether a list of results follows from its rows (docs/results.md). The file
 * is what the results screen saves, or `GET /api/marathons/<id>/results` answers. It ends with 1 if the list differs, and
 * with 2 if it cannot read the file.
 */
import { readFileSync } from 'node:fs'
import { checkResults } from './list-differences.ts'

const [path] = process.argv.slice(2)
if (!path) {
  console.error('npm run -s results:check -- <file>')
  process.exit(2)
}
try {
  const { differences, entries, recordings } = checkResults(readFileSync(path, 'utf8'))
  for (const difference of differences) console.log(difference)
  const rows = `${recordings} recordings and ${entries} entries`
  console.log(differences.length === 0 ? `The list follows from ${rows}.` : `The list does not follow from ${rows}.`)
  process.exit(differences.length === 0 ? 0 : 1)
} catch (error) {
  console.error(`${path}: ${error instanceof Error ? error.message : error}`)
  process.exit(2)
}
