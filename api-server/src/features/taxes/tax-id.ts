import { isMemberState } from '@flagyard/api-types/taxes/countries'
import * as jsvat from 'jsvat-next'

export type TaxIdState = 'valid' | 'invalid' | 'not_given'

const validators = jsvat.countries.filter(({ codes }) => isMemberState(codes[0] ?? ''))

/**
 * Whether a tax id has the form and the checksum of its country's (docs/decisions/0056). The country's letters may be left out.
 * Outside the European Union nothing depends on it, so it is taken as it is.
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

/** As registers write it: capitals and digits alone. */
const normaliseTaxId = (taxId: string) => taxId.toUpperCase().replace(/[^A-Z0-9+*]/g, '')
