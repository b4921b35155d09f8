import * as texts from '../../texts/compiled/home.js'
import type { HomeListHead } from './list-skeleton.tsx'

/** The heading of the newest marathons. The first render shows it before the code of the list is there. */
export const EXPLORE: HomeListHead = {
  id: 'explore',
  title: texts.exploreTitle,
  intro: texts.exploreIntro,
  sunken: false,
  cards: 4,
}
