import * as texts from '../../texts/compiled/home.js'

/** The hero's three fixed slides (specification, section 3), and where they lead. */
export const HERO_SLIDES = [
  {
    id: 1,
    image: '/hero-1.svg',
    to: '/marathons',
    title: texts.findTitle,
    description: texts.findText,
  },
  {
    id: 2,
    image: '/hero-2.svg',
    to: '/aboutUs',
    title: texts.raceDayTitle,
    description: texts.raceDayText,
  },
  {
    id: 3,
    image: '/hero-3.svg',
    to: '/dashboard/addMarathon',
    title: texts.organiseTitle,
    description: texts.organiseText,
  },
] as const

export type HeroSlide = (typeof HERO_SLIDES)[number]
