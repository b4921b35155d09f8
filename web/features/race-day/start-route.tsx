import { getRouteApi } from '@tanstack/react-router'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { StartScreen } from './start-screen.tsx'

const route = getRouteApi('/start')

/** The route of start-line mode. */
export function StartRoute() {
  useDocumentTitle('Start line')
  const { race } = route.useSearch()
  return <StartScreen wanted={race} />
}
