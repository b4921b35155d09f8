import { expect, it } from 'vitest'
import { mapLink } from './map-link.ts'

it.each([
  ['Mozilla/5.0 (Linux; Android 15)', 'geo:0,0?q=S%C3%A3o%20Paulo%20%26%20hills'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)', 'https://maps.apple.com/?q=S%C3%A3o%20Paulo%20%26%20hills'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/search?query=S%C3%A3o%20Paulo%20%26%20hills'],
])('opens the maps of %s', (agent, link) => expect(mapLink('São Paulo & hills', agent)).toBe(link))

it.each([
  'TBA',
  'tbc.',
  'Online',
  '(online)',
  'Virtual race',
  'N/A',
  '-',
  '???',
  'En línea',
  'Überall',
  'عبر الإنترنت',
  'http://maps.example.com/x',
])('has no map of %s', (location) => expect(mapLink(location, 'Android')).toBeNull())

it('opens the address that is given as the place, and finds places that only sound like none', () => {
  expect(mapLink('https://maps.example.com/?q=53.5,10', 'Android')).toBe('https://maps.example.com/?q=53.5,10')
  expect(mapLink('Start: https://maps.example.com/x.', 'iPhone')).toBe('https://maps.example.com/x')
  for (const place of ['Online Street 5, Bath', 'Offenbach', 'Virtual', 'TBA Arena']) {
    expect(mapLink(place, 'Android') === null).toBe(place === 'Virtual')
  }
})
