import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const certificateAdminOperations = {
  deleteCertificate: {
    method: 'DELETE',
    path: '/admin/certificate/{id}',
    auth: 'admin',
    capabilities: ['support'],
    summary: 'Withdraws a certificate; its page then only says so',
  },
  updateCertificate: {
    method: 'PATCH',
    path: '/admin/certificate/',
    auth: 'admin',
    capabilities: ['support'],
    body: 'certificateEdit',
    summary: 'Corrects or revokes a certificate',
  },
  listCertificates: {
    method: 'GET',
    path: '/admin/certificates',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: {
      filter: 'certificateFilter',
      sorts: ['issued_at', 'valid_until', 'name', 'title', 'type'],
      defaultSort: ['issued_at', 'DESC'],
    },
    returns: 'certificateRow[]',
    summary: 'Certificates: filtered, sorted, paged',
  },
  listUserCertificates: {
    method: 'GET',
    path: '/admin/user/{username}/certificates',
    auth: 'admin',
    capabilities: readsPersonalData,
    returns: 'certificateRow[]',
    summary: 'A learner’s certificates',
  },
} as const satisfies Rows
