import type { Rows } from '../contract/operation.ts'

export const labAdminOperations = {
  listLabChoices: {
    method: 'GET',
    path: '/labs',
    auth: 'admin',
    returns: 'choice[]',
    summary: 'Labs for select fields, including drafts',
  },
} as const satisfies Rows

export const priceOperations = {
  listResourcePrices: {
    method: 'GET',
    path: '/admin/resource_prices',
    auth: 'admin',
    query: 'listFields',
    list: { filter: 'priceFilter', sorts: ['type', 'hourly_micros', 'updated_at'], defaultSort: ['type', 'ASC'] },
    returns: 'resourcePrice[]',
    extension: true,
    summary: 'What resources cost an hour: filtered, sorted, paged',
  },
  getResourcePrice: {
    method: 'GET',
    path: '/admin/resource_prices/{id}',
    auth: 'admin',
    returns: 'resourcePrice',
    extension: true,
    summary: 'What one type of resource costs an hour',
  },
  createResourcePrice: {
    method: 'POST',
    path: '/admin/resource_prices',
    auth: 'admin',
    capabilities: ['cloud', 'content'],
    body: 'priceInput',
    returns: 'resourcePrice',
    status: 201,
    idempotent: true,
    extension: true,
    summary: 'Adds the price of a type of resource',
  },
  updateResourcePrice: {
    method: 'PATCH',
    path: '/admin/resource_prices/{id}',
    auth: 'admin',
    capabilities: ['cloud', 'content'],
    body: 'priceEdit',
    returns: 'resourcePrice',
    extension: true,
    summary: 'Changes the price of a type of resource',
  },
  deleteResourcePrice: {
    method: 'DELETE',
    path: '/admin/resource_prices/{id}',
    auth: 'admin',
    capabilities: ['cloud', 'content'],
    extension: true,
    summary: 'Removes a price: the type counts as unknown from then on',
  },
} as const satisfies Rows
