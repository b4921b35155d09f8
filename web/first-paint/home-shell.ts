import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HERO_SLIDES } from './hero-slides.ts'
import { INLINE_SCRIPT } from './inline-script.ts'
import { SHELL_BAR } from './shell-bar.ts'

// The shell is the first screen of the home page as plain HTML. The build puts it into index.html. The browser paints
// it as soon as it has the styles. The app replaces it without a layout shift, because both use the same classes.
// home-shell.test.ts fails if the classes differ from those of the components.

/**
 * The classes of the shell, by element. Each string also stands, letter for letter, in the component that replaces the
 * element.
 */
export const SHELL_CLASSES = {
  box: 'h-[min(34rem,78svh)] min-h-104 bg-night md:h-[min(38rem,80svh)]',
  slide: 'relative h-full overflow-hidden bg-night text-chalk',
  image: 'absolute inset-0 size-full object-cover object-[66%_100%] rtl:-scale-x-100',
  shade:
    'absolute inset-0 bg-linear-to-b from-night/95 from-20% via-night/75 via-45% to-transparent to-80% md:bg-linear-to-r md:from-night/90 md:from-10% md:via-night/60 md:via-40% md:to-transparent md:to-75% md:rtl:bg-linear-to-l',
  words: 'shell relative flex h-full flex-col justify-start pt-10 pb-20 md:justify-center md:pt-0',
  title: 'text-4xl sm:text-5xl lg:text-6xl',
  text: 'mt-4 max-w-md text-lg',
} as const

/** A picture as a data URL. It needs no request of its own, so the browser paints it together with the page. */
function inlinePicture(path: string): string {
  const svg = readFileSync(join(import.meta.dirname, '../public', path), 'utf8')
  return `data:image/svg+xml,${svg.replace(/[%#<>"]/g, encodeURIComponent)}`
}

/**
 * The markup of the shell, for the build. It starts with the inline script, which removes the shell at other addresses.
 */
export function homeShell(): string {
  const [slide] = HERO_SLIDES
  const c = SHELL_CLASSES
  return `<div id="shell" class="absolute inset-x-0 top-0 z-30">
      <script>${INLINE_SCRIPT}</script>
      ${SHELL_BAR}
      <div class="${c.box}"><div class="${c.slide}">
        <img src="${inlinePicture(slide.image)}" alt="" width="1600" height="900" decoding="sync" class="${c.image}">
        <div class="${c.shade}"></div>
        <div class="${c.words}"><div class="max-w-xl [html:not([lang=en])_&]:invisible"><h2 class="${c.title}">${slide.title()}</h2><p class="${c.text}">${slide.description()}</p></div></div>
      </div></div>
    </div>`
}
