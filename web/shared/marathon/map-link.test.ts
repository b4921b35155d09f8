import { expect, it } from 'vitest'
import { mapLink } from './map-link.ts'

it.each([
  ['Mozilla/5.0 (Linux; Android 15)', 'geo:0,0?q=S%C3%A3o%20Paulo%20%26%20hills'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)', 'https://maps.apple.com/?q=S%C3%A3o%20Paulo%20%26%20hills'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/search?query=S%C3%A3o%20Paulo%20%26%20hills'],
])('opens the maps of %s', (agent, link) => expect(mapLink('São Paulo & hills', agent)).toBe(link))
