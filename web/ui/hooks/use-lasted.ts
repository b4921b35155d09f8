import { useEffect, useState } from 'react'

/** Has something been so for this long? */
export function useLasted(isSo: boolean, ms: number): boolean {
  const [hasLasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return setLasted(false)
    const timer = setTimeout(() => setLasted(true), ms)
    return () => clearTimeout(timer)
  }, [isSo, ms])
  return isSo && hasLasted
}
