import { eagerFiles } from './scripts/eager-bytes.ts'
console.log(eagerFiles('.local/dist9/client', process.argv[2]).join('\n'))
