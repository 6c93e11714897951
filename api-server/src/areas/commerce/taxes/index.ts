export { dayIn, findRates, findSeller } from './queries.ts'
export { checkTaxId, pricesIncludeTax, type TaxIdState } from './service.ts'
