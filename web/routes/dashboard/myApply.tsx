import { createFileRoute } from '@tanstack/react-router'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { MyApplications } from '../-dashboard/my-applications.tsx'

export const Route = createFileRoute('/dashboard/myApply')({ component: Screen })

function Screen() {
  useDocumentTitle('My Applications')
  return (
    <>
      <h2 className="mb-6 text-2xl sm:text-3xl">My Applied Marathons</h2>
      <MyApplications />
    </>
  )
}
