import type { Rows } from '../contract/operation.ts'
import { personal, support } from '../contract/row.ts'

export const entitlementAdminOperations = {
  listEntitlements: personal('GET /admin/entitlements', 'entitlement[]', {
    list: { filter: 'entitlementFilter', sorts: ['created_at', 'ends_at'], defaultSort: ['created_at', 'DESC'] },
    summary: 'The ledger of entitlements: filtered, sorted, paged',
  }),
  grantEntitlement: support('POST /admin/user/{username}/entitlements', 'entitlementGrant', 'entitlementOutcome', {
    status: 201,
    idempotent: true,
    summary: 'Grants a learner a course, lab or exam; `dry_run` returns the end date and restored progress',
  }),
  extendEntitlement: support('POST /admin/entitlements/{id}/extend', 'entitlementExtension', 'entitlementOutcome', {
    summary: 'Adds days to an entitlement, from its end or from now; `dry_run` returns the new end',
  }),
  suspendEntitlement: support('POST /admin/entitlements/{id}/suspend', 'entitlementChange', 'entitlementOutcome', {
    summary: 'Suspends an entitlement until it is resumed; `dry_run` lists the affected items',
  }),
  resumeEntitlement: support('POST /admin/entitlements/{id}/resume', 'entitlementChange', 'entitlementOutcome', {
    summary: 'Resumes a suspended entitlement; `dry_run` returns the end date and restored items',
  }),
  revokeEntitlement: support('POST /admin/entitlements/{id}/revoke', 'entitlementRevocation', 'entitlementOutcome', {
    summary: 'Revokes an entitlement, with ten minutes to undo; `dry_run` lists what ends with it',
  }),
  restoreEntitlement: support('POST /admin/entitlements/{id}/restore', 'entitlementChange', 'entitlementOutcome', {
    summary: 'Undoes a revocation within ten minutes; `dry_run` lists what is restored',
  }),
  moveEntitlement: support('POST /admin/entitlements/{id}/move', 'entitlementMove', 'entitlementOutcome', {
    summary: 'Moves an entitlement with its progress to another account; `dry_run` lists the effects',
  }),
  explainAccess: personal('GET /admin/user/{username}/access/{kind}/{slug}', 'accessAnswer', {
    summary: 'Whether a learner has access to a course and its lessons, a lab or an exam, with the reason they see',
  }),
  changeBetaTesters: support.published('POST /admin/courses/{slug}/beta', 'betaEdit', 'betaChange', {
    bodyLimit: 1024 * 1024,
    summary: 'Adds and removes beta testers, who have access to the course during its beta',
  }),
  removeCourseUser: support.published('DELETE /admin/courses/{slug}/users/{id}', 'removedCourseUser', {
    summary: 'Revokes a learner’s access to a course, with ten minutes to undo',
  }),
  restoreCourseUser: support('POST /admin/courses/{slug}/users/{id}/restore', {
    summary: 'Restores access that was removed within the last ten minutes',
  }),
} satisfies Rows
