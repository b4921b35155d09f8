import { testScreensIn } from '../support/languages.ts'

// The languages that languages.spec.ts does not look at in each run.
for (const language of ['de', 'es', 'bn']) testScreensIn(language)
