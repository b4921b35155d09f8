import { runLocal } from './run-local.ts'

await runLocal('dev')
