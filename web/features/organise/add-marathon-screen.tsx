import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { AddMarathonForm } from './add-marathon-form.tsx'

/** The dashboard screen for a new marathon. */
export function AddMarathonScreen() {
  useDocumentTitle('Add Marathon')
  return (
    <>
      <h2 className="mb-6 text-2xl sm:text-3xl">Add Marathon</h2>
      <AddMarathonForm />
    </>
  )
}
