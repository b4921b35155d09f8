import { useEffect, useState } from 'react'
import { errorLog } from '../store/error-log.ts'
import * as texts from '../texts/compiled/common.js'
import { CopyButton } from '../ui/copy-button.tsx'

/** Copies the error log of this phone. It is read before the tap, because WebKit lets nothing be copied after a wait. */
export function CopyErrors() {
  const [log, setLog] = useState('')
  useEffect(() => void errorLog().then(setLog), [])
  return <CopyButton text={() => log} label={texts.copyErrors()} />
}
