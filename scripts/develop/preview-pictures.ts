/**
 * Draws the pictures that previews of links show of an event without a picture of its own, one a distance:
 * `npx node scripts/develop/preview-pictures.ts`. They have no text, so that they fit every language.
 */
import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { DISTANCES } from '../../contract/limits.ts'
import { findOrInstallChromium } from '../local/chromium.ts'

const FOLDER = 'web/public/previews'
const [WIDTH, HEIGHT] = [1200, 630]
const [INK, PAPER, FLARE, LANE] = ['#0E1320', '#FAF7F2', '#FF4D2E', '#1A2238']
const LANES = 6
const LANE_WIDTH = 64
/** How far the runner has come on the curve: the longer the distance, the further. */
const SHARES = [0.25, 0.38, 0.48, 0.54, 0.6]

/** The curve of a track as lanes around one centre, and one runner's way in the flare. */
function drawing(index: number): string {
  const centre = { x: 300 + index * 150, y: HEIGHT + 120 }
  const radius = (lane: number) => 250 + lane * LANE_WIDTH
  const circle = (r: number, look: string) => `<circle cx="${centre.x}" cy="${centre.y}" r="${r}" ${look}/>`
  // Bands have half as many edges as lines, and so make a smaller file.
  const lanes = Array.from({ length: LANES + 1 }, (_, lane) =>
    circle(radius(LANES - lane), `fill="${lane % 2 === 0 ? LANE : INK}"`),
  )
  const own = radius(index + 1) + LANE_WIDTH / 2
  const length = Math.PI * own
  const share = SHARES[index] ?? 1
  const way = circle(
    own,
    `fill="none" stroke="${FLARE}" stroke-width="22" stroke-linecap="round" stroke-dasharray="${length * share} ${4 * length}"
      transform="rotate(180 ${centre.x} ${centre.y})"`,
  )
  const angle = Math.PI * (1 + share)
  const runner = { x: centre.x + own * Math.cos(angle), y: centre.y + own * Math.sin(angle) }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${INK}"/>${lanes.join('')}${way}
    <circle cx="${runner.x}" cy="${runner.y}" r="26" fill="${PAPER}" stroke="${INK}" stroke-width="8"/></svg>`
}

mkdirSync(FOLDER, { recursive: true })
const browser = await chromium.launch({ executablePath: findOrInstallChromium() })
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
for (const [index, distance] of DISTANCES.entries()) {
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing(index)}`)
  await page.screenshot({ path: `${FOLDER}/${distance}.png` })
}
await browser.close()
