import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '../features/home/home-screen.tsx'

// The home page is in the entry chunk, because most visitors see it first and must not wait for a second file.
export const Route = createFileRoute('/')({ component: HomeScreen, codeSplitGroupings: [] })
