import type { Rows } from '../contract/operation.ts'
import { admin, finance } from '../contract/row.ts'

export const taxAdminOperations = {
  listTaxRates: admin('GET /admin/tax_rates', 'taxRate[]', {
    list: { filter: 'taxRateFilter', sorts: ['country', 'rate', 'valid_from'], defaultSort: ['country', 'ASC'] },
    summary: 'Rates of tax by country and day, also those that have ended',
  }),
  createTaxRate: finance('POST /admin/tax_rates', 'taxRateInput', 'taxRate', {
    status: 201,
    idempotent: true,
    summary: 'Adds a rate from a day on; the one before ends on the day before',
  }),
  endTaxRate: finance('POST /admin/tax_rates/{id}/end', 'taxRateEnd', 'taxRate', {
    summary: 'Ends a rate that none follows yet',
  }),
  getSeller: admin('GET /admin/seller', 'sellerPage', { summary: 'Who sells, as invoices say it, with every version' }),
  updateSeller: finance('PATCH /admin/seller', 'sellerInput', 'sellerPage', {
    summary: 'Enters a version of the seller, from a day on',
  }),
} satisfies Rows
