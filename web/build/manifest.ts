import type { ManifestOptions } from 'vite-plugin-pwa'
import { PRODUCT } from '../../contract/limits.ts'

/** The web app manifest: the name, the look, the shortcuts and the share target of the installed app. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: PRODUCT,
  short_name: PRODUCT,
  description: 'Marathon events that work at the start line with no signal',
  lang: 'en',
  dir: 'ltr',
  categories: ['sports', 'health', 'lifestyle'],
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  // The colours while the app starts. The page itself follows the system's colour scheme (index.html).
  background_color: '#0E1320',
  theme_color: '#0E1320',
  // A shared link opens in the window that is already open.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  screenshots: [
    screenshot('narrow', 'home', 'Home: your next race, its start and your code'),
    screenshot('narrow', 'start', 'The start line: local time, countdown and your entry as a code'),
    screenshot('narrow', 'ready', 'Ready for race day? What holds and what does not'),
    screenshot('wide', 'home', 'Home on a wide screen'),
    screenshot('wide', 'start', 'The start line on a wide screen'),
  ],
  shortcuts: [
    {
      name: 'My next race',
      short_name: 'Next race',
      description: 'Local time, countdown and your entry, with no signal',
      url: '/start',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: 'Add marathon',
      description: 'Create an event; it is sent when there is a network',
      url: '/dashboard/addMarathon',
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
  // Other apps can share a link to a marathon with this app.
  share_target: {
    action: '/share',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
}

function screenshot(form_factor: 'narrow' | 'wide', screen: string, label: string) {
  const sizes = form_factor === 'narrow' ? '780x1688' : '1440x900'
  return { src: `/screenshots/${form_factor}-${screen}.png`, sizes, type: 'image/png', form_factor, label }
}
