import { createFileRoute } from '@tanstack/react-router'
import { requireUser } from '../auth/require-user.ts'
import { PageHead } from '../components/page-head.tsx'
import { useDocumentTitle } from '../components/use-document-title.ts'
import { ReadyScreen } from './-ready/ready-screen.tsx'

export const Route = createFileRoute('/ready')({ beforeLoad: requireUser, component: Ready })

function Ready() {
  useDocumentTitle('Ready for race day?')
  return (
    <>
      <PageHead title="Ready for race day?">
        What holds on this phone when there is no signal, and what does not.
      </PageHead>
      <ReadyScreen />
    </>
  )
}
