import { createFileRoute } from '@tanstack/react-router'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { AddMarathonForm } from '../-event-form/add-marathon-form.tsx'

export const Route = createFileRoute('/dashboard/addMarathon')({ component: AddMarathon })

function AddMarathon() {
  useDocumentTitle('Add Marathon')
  return (
    <>
      <h2 className="mb-6 text-2xl sm:text-3xl">Add Marathon</h2>
      <AddMarathonForm />
    </>
  )
}
