import { isMemberState } from '@flagyard/api-types/taxes/countries'
import * as jsvat from 'jsvat-next'
import { cacheUntilInvalidated } from '../../../db/catalogue-cache.ts'
import type { Deps } from '../../../deps.ts'
import { dayIn, findFirstSeller } from './queries.ts'

/** Whether prices include tax, which is the case once a seller is configured. Cached, because every page needs it. */
export async function pricesIncludeTax(deps: Pick<Deps, 'db' | 'listen' | 'clock'>): Promise<boolean> {
  const first = await cacheUntilInvalidated(deps, 'first seller', () => findFirstSeller(deps.db))
  return first !== undefined && first.valid_from <= dayIn(first.time_zone, deps.clock.now().getTime())
}

export type TaxIdState = 'valid' | 'invalid' | 'not_given'

const validators = jsvat.countries.filter(({ codes }) => isMemberState(codes[0] ?? ''))

/**
 * Validates the format and checksum of a tax id for its country (docs/decisions/0056). The country prefix is optional. Outside the
 * European Union nothing depends on it, so any value is accepted.
 */
export function checkTaxId(taxId: string | undefined, country: string): TaxIdState {
  const id = normaliseTaxId(taxId ?? '')
  if (!id) return 'not_given'
  if (!isMemberState(country)) return 'valid'
  const prefix = country === 'GR' ? 'EL' : country
  return [id, `${prefix}${id}`].some((candidate) => {
    const { isValid, country: found } = jsvat.checkVAT(candidate, validators)
    return isValid && found?.isoCode.short === country
  })
    ? 'valid'
    : 'invalid'
}

/** Normalises to capitals and digits, as in official registers. */
const normaliseTaxId = (taxId: string) => taxId.toUpperCase().replace(/[^A-Z0-9+*]/g, '')
