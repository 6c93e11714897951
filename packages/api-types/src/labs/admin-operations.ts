import type { Rows } from '../contract/operation.ts'
import { admin, adminWith } from '../contract/row.ts'

const cloudOrContent = adminWith('cloud', 'content')

export const labAdminOperations = {
  listLabChoices: admin.published('GET /labs', 'choice[]', { summary: 'Labs for select fields, including drafts' }),
} satisfies Rows

export const priceOperations = {
  listResourcePrices: admin('GET /admin/resource_prices', 'resourcePrice[]', {
    list: { filter: 'priceFilter', sorts: ['type', 'hourly_micros', 'updated_at'], defaultSort: ['type', 'ASC'] },
    summary: 'Hourly prices of resource types: filtered, sorted, paged',
  }),
  getResourcePrice: admin('GET /admin/resource_prices/{id}', 'resourcePrice', {
    summary: 'Hourly price of one resource type',
  }),
  createResourcePrice: cloudOrContent('POST /admin/resource_prices', 'priceInput', 'resourcePrice', {
    status: 201,
    idempotent: true,
    summary: 'Adds the price of a resource type',
  }),
  updateResourcePrice: cloudOrContent('PATCH /admin/resource_prices/{id}', 'priceEdit', 'resourcePrice', {
    summary: 'Changes the price of a resource type',
  }),
  deleteResourcePrice: cloudOrContent('DELETE /admin/resource_prices/{id}', {
    summary: 'Removes a price; the type then has an unknown price',
  }),
} satisfies Rows
