export { findRates, findSeller } from './queries.ts'
export { checkTaxId, type TaxIdState } from './tax-id.ts'
