import { eagerBytes } from './scripts/eager-bytes.ts'
for (const r of process.argv.slice(2)) console.log(r, eagerBytes('.local/dist9/client', r)/1000)
