import type { ManifestOptions } from 'vite-plugin-pwa'
import { PRODUCT } from '../contract/limits.ts'

/** The web app manifest: what an installed Startline is called and looks like. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: PRODUCT,
  short_name: PRODUCT,
  description: 'Marathon events that work at the start line with no signal',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#0E1320',
  theme_color: '#0E1320',
  icons: [],
}
