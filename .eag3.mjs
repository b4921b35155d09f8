import { eagerFiles } from './scripts/eager-bytes.ts'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
for (const f of eagerFiles('.local/dist9/client', process.argv[2])) console.log(f, brotliCompressSync(readFileSync('.local/dist9/client/'+f)).length)
