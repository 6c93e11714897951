import type { Rows } from '../contract/operation.ts'
import { admin, finance } from '../contract/row.ts'

export const taxAdminOperations = {
  listTaxRates: admin('GET /admin/tax_rates', 'taxRate[]', {
    list: { filter: 'taxRateFilter', sorts: ['country', 'rate', 'valid_from'], defaultSort: ['country', 'ASC'] },
    summary: 'Tax rates by country and date, including expired ones',
  }),
  createTaxRate: finance('POST /admin/tax_rates', 'taxRateInput', 'taxRate', {
    status: 201,
    idempotent: true,
    summary: 'Adds a tax rate from a given day; the previous one ends the day before',
  }),
  endTaxRate: finance('POST /admin/tax_rates/{id}/end', 'taxRateEnd', 'taxRate', {
    summary: 'Ends a tax rate that has no successor yet',
  }),
  getSeller: admin('GET /admin/seller', 'sellerPage', {
    summary: 'Seller details printed on invoices, with every version',
  }),
  updateSeller: finance('PATCH /admin/seller', 'sellerInput', 'sellerPage', {
    summary: 'Adds a version of the seller details, valid from a given day',
  }),
} satisfies Rows
