import type { Rows } from '../contract/operation.ts'

export const contentAdminOperations = {
  listBundlesForAdmin: {
    method: 'GET',
    path: '/admin/bundles',
    auth: 'admin',
    query: 'listFields',
    list: { filter: 'bundleFilter', sorts: ['title', 'slug', 'status', 'updated_at'], defaultSort: ['title', 'ASC'] },
    returns: 'bundleRow[]',
    extension: true,
    summary: 'Bundles: filtered, sorted, paged',
  },
  getBundleForAdmin: {
    method: 'GET',
    path: '/admin/bundles/{slug}',
    auth: 'admin',
    returns: 'bundleRecord',
    extension: true,
    summary: 'One bundle as editors see it',
  },
  saveBundle: {
    method: 'POST',
    path: '/admin/bundles/{slug}',
    auth: 'admin',
    capabilities: ['content'],
    body: 'bundleEdit',
    returns: 'bundleRecord',
    extension: true,
    summary: 'Creates, changes or archives a bundle',
  },
  deleteBundle: {
    method: 'DELETE',
    path: '/admin/bundles/{slug}',
    auth: 'admin',
    capabilities: ['content'],
    extension: true,
    summary: 'Deletes a bundle that nobody bought',
  },
} as const satisfies Rows
