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
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
}
