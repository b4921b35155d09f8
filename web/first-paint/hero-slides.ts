/** The hero's three fixed slides (specification, section 3). */
export const HERO_SLIDES = [
  {
    id: 1,
    image: '/hero-1.svg',
    title: 'Find your next start line',
    description: 'Marathons and shorter races, with dates, distances and registration windows at a glance.',
  },
  {
    id: 2,
    image: '/hero-2.svg',
    title: 'Race day works with no signal',
    description: 'Every event you saved, its countdown and your applications stay on your phone.',
  },
  {
    id: 3,
    image: '/hero-3.svg',
    title: 'Bring runners together',
    description: 'Create your own marathon, see who applied and keep everybody up to date.',
  },
] as const

export type HeroSlide = (typeof HERO_SLIDES)[number]
