import { createFileRoute } from '@tanstack/react-router'
import { PRODUCT } from '../../contract/limits.ts'
import { useDocumentTitle } from '../components/use-document-title.ts'
import { Explore } from './-home/explore.tsx'
import { Hero } from './-home/hero.tsx'
import { Testimonials } from './-home/testimonials.tsx'
import { Tips } from './-home/tips.tsx'
import { Upcoming } from './-home/upcoming.tsx'

export const Route = createFileRoute('/')({ component: Home })

function Home() {
  useDocumentTitle(`Home - ${PRODUCT}`)
  return (
    <>
      <Hero />
      <Explore />
      <Upcoming />
      <Tips />
      <Testimonials />
    </>
  )
}
