import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '../features/home/home-screen.tsx'

// Not a chunk of its own: most visitors see the home page first, and it does not wait for a second file.
export const Route = createFileRoute('/')({ component: HomeScreen, codeSplitGroupings: [] })
