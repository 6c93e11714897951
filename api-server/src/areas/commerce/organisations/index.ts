export { manages } from './queries.ts'
export { assertBuysFor, billingOf, findManaged, findOrganisationName, findTaxIdCheck } from './service.ts'
