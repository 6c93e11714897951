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
    summary: 'Opens a course, a lab or an exam to a learner; `dry_run` tells until when, and what opens again',
  }),
  extendEntitlement: support('POST /admin/entitlements/{id}/extend', 'entitlementExtension', 'entitlementOutcome', {
    summary: 'Adds days to the later of now and the end; `dry_run` tells the new end',
  }),
  suspendEntitlement: support('POST /admin/entitlements/{id}/suspend', 'entitlementChange', 'entitlementOutcome', {
    summary: 'Closes it until it is resumed; `dry_run` lists what belongs to it',
  }),
  resumeEntitlement: support('POST /admin/entitlements/{id}/resume', 'entitlementChange', 'entitlementOutcome', {
    summary: 'Opens a suspended one again; `dry_run` tells until when, and what opens with it',
  }),
  revokeEntitlement: support('POST /admin/entitlements/{id}/revoke', 'entitlementRevocation', 'entitlementOutcome', {
    summary: 'Takes it back; `dry_run` lists what ends with it. It can be undone for ten minutes',
  }),
  restoreEntitlement: support('POST /admin/entitlements/{id}/restore', 'entitlementChange', 'entitlementOutcome', {
    summary: 'Undoes a revocation within ten minutes; `dry_run` tells what comes back',
  }),
  moveEntitlement: support('POST /admin/entitlements/{id}/move', 'entitlementMove', 'entitlementOutcome', {
    summary: 'Moves it to another account with its progress; `dry_run` lists what moves, ends and stays',
  }),
  explainAccess: personal('GET /admin/user/{username}/access/{kind}/{slug}', 'accessAnswer', {
    summary:
      'Whether and why a learner has access to a course and each of its lessons, a lab or an exam, in the words that the learner sees',
  }),
  changeBetaTesters: support.published('POST /admin/courses/{slug}/beta', 'betaEdit', 'betaChange', {
    bodyLimit: 1024 * 1024,
    summary: 'Adds and removes beta testers, who open the course while it is a beta',
  }),
  removeCourseUser: support.published('DELETE /admin/courses/{slug}/users/{id}', 'removedCourseUser', {
    summary: 'Revokes a learner’s access to a course; it can be restored for ten minutes',
  }),
  restoreCourseUser: support('POST /admin/courses/{slug}/users/{id}/restore', {
    summary: 'Gives back the access that was removed within the last ten minutes',
  }),
} satisfies Rows
