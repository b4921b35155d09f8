import { createFileRoute } from '@tanstack/react-router'
import { AboutUsScreen } from '../features/about/about-us-screen.tsx'

export const Route = createFileRoute('/aboutUs')({ component: AboutUsScreen })
