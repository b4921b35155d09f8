import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribeScreen } from '../features/unsubscribe/unsubscribe-screen.tsx'

export const Route = createFileRoute('/unsubscribe/$token')({ component: UnsubscribeScreen })
