import { test } from '@playwright/test'
import { weeksGoBy } from './before-the-race.ts'
import { theResultsAreOfficial } from './official-results.ts'
import { openStage, type Stage } from './stage.ts'
import { theContactsAreErased, theDayAfter } from './the-day-after.ts'
import { theStartIsMoved } from './the-evening-before.ts'
import { theEventIsMade } from './the-event.ts'
import { theRegistrationOpens } from './the-opening.ts'
import { theRace } from './the-race.ts'
import { theMorning } from './the-race-morning.ts'
import { theDoubtsAreDecided } from './the-referee.ts'

// One whole race, as its people live it. REHEARSAL_SEED repeats a run; REHEARSAL_APPLICANTS and REHEARSAL_PHONES make it
// smaller. test-results/rehearsal has what happened, and a picture of who knew what when.

test.describe.configure({ timeout: 900_000 })

const DAY: [name: string, part: (stage: Stage) => Promise<void>][] = [
  ['The event is made', theEventIsMade],
  ['The registration opens', theRegistrationOpens],
  ['Weeks go by', weeksGoBy],
  ['The evening before', theStartIsMoved],
  ['Race morning', theMorning],
  ['Gun and finish', theRace],
  ['The referee', theDoubtsAreDecided],
  ['Official results', theResultsAreOfficial],
  ['The day after', theDayAfter],
  ['180 days later', theContactsAreErased],
]

test('one whole race, from the making of the event to the erasure of its contacts', async () => {
  const stage = await openStage()
  try {
    for (const [name, part] of DAY) {
      stage.report.part(name)
      await test.step(name, () => part(stage))
    }
    await stage.endsWell()
  } catch (error) {
    stage.report.say(error instanceof Error ? error.message : String(error))
    await stage.photograph()
    throw error
  } finally {
    await stage.close()
  }
})
