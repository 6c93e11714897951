import type { TaxRate } from '@flagyard/api-types'
import { countries, countryName } from '@flagyard/api-types/taxes/countries'

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/** Formats hundredths of a percent: `25.5%`. */
export const formatRate = (rate: number): string => `${number.format(rate / 100)}%`

/** Formats a date without a time: `12 March 2027`. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** Period in which a rate applies. */
export const spanOf = ({ valid_from, valid_until }: Pick<TaxRate, 'valid_from' | 'valid_until'>): string =>
  valid_until ? `${formatDay(valid_from)} to ${formatDay(valid_until)}` : `from ${formatDay(valid_from)}`

export const countryChoices = countries
  .map((id) => ({ id, name: countryName(id) }))
  .toSorted((a, b) => a.name.localeCompare(b.name))
