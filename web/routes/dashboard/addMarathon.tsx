import { createFileRoute } from '@tanstack/react-router'
import { AddMarathonScreen } from '../../features/organise/add-marathon-screen.tsx'

export const Route = createFileRoute('/dashboard/addMarathon')({ component: AddMarathonScreen })
