import { getRouteApi } from '@tanstack/react-router'
import * as texts from '../../texts/compiled/race-day.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { StartScreen } from './start-screen.tsx'

const route = getRouteApi('/start')

/** The route of start-line mode. */
export function StartRoute() {
  useDocumentTitle(texts.startLine())
  const { race } = route.useSearch()
  return <StartScreen wanted={race} />
}
