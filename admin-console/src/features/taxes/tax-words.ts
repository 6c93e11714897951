import type { TaxRate } from '@flagyard/api-types'
import { countries, countryName } from '@flagyard/api-types/taxes/countries'

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

/** `25.5%`, of hundredths of a percent. */
export const formatRate = (rate: number): string => `${number.format(rate / 100)}%`

/** `12 March 2027`, of a day without a time. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** When a rate holds. */
export const spanOf = ({ valid_from, valid_until }: Pick<TaxRate, 'valid_from' | 'valid_until'>): string =>
  valid_until ? `${formatDay(valid_from)} to ${formatDay(valid_until)}` : `from ${formatDay(valid_from)}`

/** Every country, by its name. */
export const countryChoices = countries
  .map((id) => ({ id, name: countryName(id) }))
  .toSorted((a, b) => a.name.localeCompare(b.name))
