import { createFileRoute } from '@tanstack/react-router'
import { useDocumentTitle } from '../components/use-document-title.ts'
import { StartScreen } from './-start/start-screen.tsx'

/** Open to all: a phone without an account says so plainly, rather than asking for a network it may not have. */
export const Route = createFileRoute('/start')({
  validateSearch: ({ race }: Record<string, unknown>): { race?: string } => (typeof race === 'string' ? { race } : {}),
  component: Start,
})

function Start() {
  useDocumentTitle('Start line')
  const { race } = Route.useSearch()
  return <StartScreen wanted={race} />
}
