import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMarathon } from '../../store/rows/marathons.ts'
import * as texts from '../../texts/compiled/organise.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { AddMarathonForm } from './add-marathon-form.tsx'

const route = getRouteApi('/dashboard/addMarathon')

/** The dashboard screen for a new marathon, or for the duplicate of one. */
export function AddMarathonScreen() {
  useDocumentTitle(texts.addMarathon())
  const { copy } = route.useSearch()
  return (
    <>
      <h2 className="mb-6 text-2xl sm:text-3xl">{texts.addMarathon()}</h2>
      {copy ? <Duplicate key={copy} id={copy} /> : <AddMarathonForm />}
    </>
  )
}

/**
 * The form with the fields of another marathon. If this phone does not have that one, the form is empty. What was read
 * first counts: the form and its draft stay the same when that marathon is deleted or arrives meanwhile.
 */
function Duplicate({ id }: { id: string }) {
  const marathon = useMarathon(id)
  const [copy, setCopy] = useState(marathon)
  if (copy === undefined && marathon !== undefined) setCopy(marathon)
  return copy === undefined ? <SpinnerBlock /> : <AddMarathonForm copy={copy} />
}
