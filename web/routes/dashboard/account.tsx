import { createFileRoute } from '@tanstack/react-router'
import { MyAccountScreen } from '../../features/my-account/my-account-screen.tsx'

export const Route = createFileRoute('/dashboard/account')({ component: MyAccountScreen })
