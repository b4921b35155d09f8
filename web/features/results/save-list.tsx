import { splitsOf } from '../../../contract/results/recording.ts'
import { resultFile } from '../../../contract/results/result-rows.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'

/** Saves the list with all that it follows from, so that anybody can make it once more (docs/results.md). */
export function SaveList({ race, marathon }: { race: Race; marathon: MarathonView }) {
  const { results, recorded, entries } = race
  const save = () => {
    const file = resultFile({ splits: splitsOf(marathon), ...recorded, entries }, results)
    downloadFile(`${fileName(marathon.title)}-results.json`, 'application/json', JSON.stringify(file))
  }
  return (
    <Button variant="secondary" className="justify-self-start" onClick={save}>
      {texts.saveList()}
    </Button>
  )
}
