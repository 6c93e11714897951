import { findTimeZone, modernZone } from '@flagyard/api-types/contract/time-zone'
import countryCodes from 'countries-list/minimal/countries.2to3.min.json'
import { languageName } from '../../lib/format.ts'

interface Option {
  value: string
  label: string
}

/** Every country, by its English name. */
export function countryOptions(): Option[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return byLabel(Object.keys(countryCodes).map((value) => ({ value, label: names.of(value) ?? value })))
}

/** A zone by the name that people know, with what it is ahead of UTC today. */
function labelOf(zone: string): string {
  const name = zone.replaceAll('_', ' ')
  if (zone === 'UTC' || !findTimeZone(zone)) return name
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(new Date())
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${name} (${offset.replace('GMT', 'UTC')})`
}

/** Every time zone that the browser knows, and in any case the current one. */
export function timeZoneOptions(current: string): Option[] {
  const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current].map(modernZone))
  return [...all].sort().map((value) => ({ value, label: labelOf(value) }))
}

const COMMON_LOCALES = 'en en-GB en-US de es fr it nl pl pt pt-BR sv tr ja ko'.split(' ')

/** Common languages, those that the browser prefers, and the current one. */
export function localeOptions(current: string): Option[] {
  const all = new Set([...COMMON_LOCALES, ...navigator.languages, current])
  return byLabel([...all].map((value) => ({ value, label: languageName(value) })))
}

const byLabel = (options: Option[]) => options.sort((a, b) => a.label.localeCompare(b.label))
