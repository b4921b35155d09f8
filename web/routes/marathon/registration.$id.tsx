import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { requireUser } from '../../auth/require-user.ts'
import { WindowBadge } from '../../components/badge.tsx'
import { Picture } from '../../components/picture.tsx'
import { useDocumentTitle } from '../../components/use-document-title.ts'
import { useOneMarathon } from '../../data/one-marathon.ts'
import type { MarathonView } from '../../data/overlay.ts'
import { Applied } from '../-application/applied.tsx'
import { ApplyForm } from '../-application/apply-form.tsx'
import { useServerNow } from '../-forms/use-server-now.ts'
import { EventUnavailable } from '../-marathon/event-unavailable.tsx'
import { SavedLine } from '../-marathons/saved-line.tsx'

export const Route = createFileRoute('/marathon/registration/$id')({
  beforeLoad: requireUser,
  remountDeps: ({ params }) => params,
  component: Registration,
})

function Registration() {
  useDocumentTitle('Apply To Marathon')
  const { id } = Route.useParams()
  const one = useOneMarathon(id)
  if (one.state === 'here') return <Screen event={one.event} />
  return (
    <div className="shell py-10">
      <EventUnavailable one={one} />
    </div>
  )
}

function Screen({ event }: { event: MarathonView }) {
  const now = useServerNow()
  const [applied, setApplied] = useState(false)
  return (
    <div className="shell max-w-3xl! py-4 sm:py-8">
      <SavedLine />
      <div className="no-print relative overflow-hidden rounded-lg bg-night">
        <Picture src={event.image} alt="" eager ratio="aspect-[2/1] sm:aspect-[3/1]" />
        <div className="absolute inset-0 bg-linear-to-t from-night via-night/70 to-night/10" />
        <p className="absolute inset-x-0 bottom-0 p-4 font-display text-2xl font-bold text-chalk sm:p-6 sm:text-3xl">
          {event.title}
        </p>
      </div>
      <div className="no-print mt-6 mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">Marathon Registration Form</h1>
        <WindowBadge event={event} now={now} />
      </div>
      {applied ? (
        <Applied event={event} now={now} onAnother={() => setApplied(false)} />
      ) : (
        <ApplyForm event={event} now={now} onSaved={() => setApplied(true)} />
      )}
    </div>
  )
}
