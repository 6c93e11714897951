import { expect, test } from 'vitest'
import { placeName, timeZoneOptions, zoneName } from './time-zones.ts'

test('each time zone is offered once, by the name that it has now', () => {
  const labels = timeZoneOptions('Asia/Kolkata').map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  expect(labels).toEqual(
    expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Asia/Ho Chi Minh', 'Europe/Kyiv', 'America/Nuuk']),
  )
  const former = /Calcutta|Saigon|Rangoon|Katmandu|Kiev|Godthab|Faeroe|Enderbury|Ponape|Truk|Asmera/
  expect(labels.filter((label) => former.test(label))).toEqual([])
})

test('the zone that was chosen stays chosen under either of its names', () => {
  for (const zone of ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev'])
    expect(timeZoneOptions(zone).find(({ label }) => label === placeName(zone))?.value).toBe(zone)
})

test.each([
  ['UTC', 'UTC'],
  ['Asia/Calcutta', 'Asia/Kolkata, UTC+5:30'],
  ['America/New_York', 'America/New York, UTC-5'],
])('%s is read as %s', (zone, text) => {
  expect(zoneName(zone, '2026-01-15T12:00:00.000Z')).toBe(text)
})
