import countryCodes from 'countries-list/minimal/countries.2to3.min.json'
import { languageName } from '../../lib/format.ts'

interface Option {
  value: string
  label: string
}

/** All countries, by English name. */
export function countryOptions(): Option[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return byLabel(Object.keys(countryCodes).map((value) => ({ value, label: names.of(value) ?? value })))
}

const COMMON_LOCALES = 'en en-GB en-US de es fr it nl pl pt pt-BR sv tr ja ko'.split(' ')

/** Common languages, the browser's preferred ones, and the current one. */
export function localeOptions(current: string): Option[] {
  const all = new Set([...COMMON_LOCALES, ...navigator.languages, current])
  return byLabel([...all].map((value) => ({ value, label: languageName(value) })))
}

const byLabel = (options: Option[]) => options.sort((a, b) => a.label.localeCompare(b.label))
