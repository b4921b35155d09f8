import { createFileRoute } from '@tanstack/react-router'
import { ResultScreen } from '../../../features/my-results/result-screen.tsx'

export const Route = createFileRoute('/dashboard/myResults/$id')({
  remountDeps: ({ params }) => params,
  component: ResultScreen,
})
