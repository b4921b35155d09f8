import { expect, it } from 'vitest'
import { timeZonesByRegion, zoneLabel } from './time-zones.ts'

const zones = (own: string) => timeZonesByRegion(own).flatMap(([, of]) => of)

it.each([
  ['Asia/Calcutta', 'Kolkata'],
  ['Asia/Saigon', 'Ho Chi Minh'],
  ['Europe/Kiev', 'Kyiv'],
  ['America/Buenos_Aires', 'Argentina, Buenos Aires'],
  ['UTC', 'UTC'],
])('%s is shown as %s', (zone, label) => expect(zoneLabel(zone)).toBe(label))

it.each([['Asia/Calcutta'], ['Asia/Kolkata']])('a zone is offered once, by the name that is stored: %s', (own) => {
  const indian = zones(own).filter((zone) => zoneLabel(zone) === 'Kolkata')
  expect(indian).toEqual([own])
})

it('no zone is shown by two names, and those of a region are in the order of their names', () => {
  const labels = timeZonesByRegion('Europe/Berlin').map(([, of]) => of.map(zoneLabel))
  for (const shown of labels) expect(new Set(shown).size).toBe(shown.length)
  const asia = labels.find((shown) => shown.includes('Kolkata')) ?? []
  expect(asia.indexOf('Kolkata')).toBeGreaterThan(asia.indexOf('Kathmandu'))
})
