export { findRates, findSeller, type SellerRow } from './queries.ts'
