import { type AdminOperationName, adminOperations, type ListName } from '../admin.ts'
import type { Capability, Operation } from '../contract/operation.ts'
import type { BulkActionName } from './schemas.ts'

/** An action on multiple rows of a list. */
interface BulkActionRow {
  /** Operation of the list that contains the rows. */
  list: ListName
  /** Operation that does the same for one row; the bulk action requires the same capabilities. */
  like: AdminOperationName
  /** Body field of that operation, if the field requires its own capabilities. */
  field?: string
  /** Action that undoes this one within ten minutes. */
  undoneBy?: BulkActionName
  /** Field of the request that the action applies to. It is started where that is selected, not from the list. */
  about?: 'flag'
  /** Only used to undo another action, from the state recorded for each row. */
  ofUndo?: true
  /** Input required before the dry run: content to grant, or a number of days. */
  asks?: 'content' | 'days'
  /** Started from an incident page, with the incident's own input. */
  ofIncident?: true
  /** Always asks for the number of affected rows to be typed, because the action cannot be undone. */
  confirmed?: true
  /** A reason is required and saved in the audit entry of every row. */
  reason?: true
  title: string
  /** Participle for the result, as in "37 disabled". */
  done: string
}

type PoolName = 'aws_accounts' | 'azure_subscriptions' | 'gcp_projects'
type PoolActionName = Extract<BulkActionName, `${PoolName}.${string}`>

interface Pool {
  list: ListName
  update: AdminOperationName
  nuke: AdminOperationName
  retire: AdminOperationName
  /** Plural noun for the cloud's accounts. */
  what: string
}

const poolActions = ({ list, update, nuke, retire, what }: Pool) =>
  ({
    hold: { list, like: update, reason: true, title: `Hold ${what}`, done: 'held' },
    release: { list, like: update, reason: true, title: `Release ${what}`, done: 'released' },
    verify: { list, like: 'verifyCloudAccount', title: `Check credentials of ${what}`, done: 'checked' },
    nuke: { list, like: nuke, reason: true, confirmed: true, title: `Nuke ${what}`, done: 'emptied' },
    retire: { list, like: retire, reason: true, confirmed: true, title: `Retire ${what}`, done: 'retired' },
  }) as const satisfies Record<string, BulkActionRow>

const named = <P extends PoolName>(pool: P, actions: ReturnType<typeof poolActions>) =>
  Object.fromEntries(Object.entries(actions).map(([action, row]) => [`${pool}.${action}`, row])) as Record<
    Extract<PoolActionName, `${P}.${string}`>,
    BulkActionRow
  >

const cloudActions: Record<PoolActionName, BulkActionRow> = {
  ...named(
    'aws_accounts',
    poolActions({
      list: 'listAwsAccounts',
      update: 'updateAwsAccount',
      nuke: 'nukeAwsAccount',
      retire: 'deleteAwsAccount',
      what: 'AWS accounts',
    }),
  ),
  ...named(
    'azure_subscriptions',
    poolActions({
      list: 'listAzureSubscriptions',
      update: 'updateAzureSubscription',
      nuke: 'nukeAzureSubscription',
      retire: 'deleteAzureSubscription',
      what: 'Azure subscriptions',
    }),
  ),
  ...named(
    'gcp_projects',
    poolActions({
      list: 'listGcpProjects',
      update: 'updateGcpProject',
      nuke: 'nukeGcpProject',
      retire: 'deleteGcpProject',
      what: 'GCP projects',
    }),
  ),
}

const bulkActions: Record<BulkActionName, BulkActionRow> = {
  'users.disable': {
    list: 'listUsers',
    like: 'updateUser',
    field: 'disabled',
    undoneBy: 'users.enable',
    reason: true,
    title: 'Disable accounts',
    done: 'disabled',
  },
  'users.enable': {
    list: 'listUsers',
    like: 'updateUser',
    field: 'disabled',
    undoneBy: 'users.disable',
    title: 'Enable accounts',
    done: 'enabled',
  },
  'users.resend_activation': {
    list: 'listUsers',
    like: 'resendActivationForUser',
    title: 'Resend activation links',
    done: 'mailed',
  },
  'users.send_password_reset': {
    list: 'listUsers',
    like: 'sendPasswordReset',
    title: 'Send password links',
    done: 'mailed',
  },
  'users.regrade': {
    list: 'listUsers',
    like: 'correctExamPoints',
    about: 'flag',
    reason: true,
    title: 'Regrade a broken flag',
    done: 'regraded',
  },
  'users.grant': {
    list: 'listUsers',
    like: 'grantEntitlement',
    undoneBy: 'users.ungrant',
    asks: 'content',
    reason: true,
    title: 'Grant access',
    done: 'given access',
  },
  'users.ungrant': {
    list: 'listUsers',
    like: 'revokeEntitlement',
    undoneBy: 'users.grant',
    ofUndo: true,
    title: 'Undo the grant',
    done: 'revoked',
  },
  'entitlements.extend': {
    list: 'listEntitlements',
    like: 'extendEntitlement',
    undoneBy: 'entitlements.shorten',
    asks: 'days',
    reason: true,
    title: 'Extend access',
    done: 'extended',
  },
  'entitlements.shorten': {
    list: 'listEntitlements',
    like: 'extendEntitlement',
    undoneBy: 'entitlements.extend',
    ofUndo: true,
    title: 'Undo the extension',
    done: 'shortened',
  },
  'entitlements.suspend': {
    list: 'listEntitlements',
    like: 'suspendEntitlement',
    undoneBy: 'entitlements.resume',
    reason: true,
    title: 'Suspend access',
    done: 'suspended',
  },
  'entitlements.resume': {
    list: 'listEntitlements',
    like: 'resumeEntitlement',
    undoneBy: 'entitlements.suspend',
    reason: true,
    title: 'Resume access',
    done: 'resumed',
  },
  'entitlements.revoke': {
    list: 'listEntitlements',
    like: 'revokeEntitlement',
    undoneBy: 'entitlements.restore',
    reason: true,
    title: 'Revoke access',
    done: 'revoked',
  },
  'entitlements.restore': {
    list: 'listEntitlements',
    like: 'restoreEntitlement',
    undoneBy: 'entitlements.revoke',
    reason: true,
    title: 'Restore access',
    done: 'restored',
  },
  'incidents.stop': {
    list: 'listIncidentCandidates',
    ofIncident: true,
    like: 'updateExamIncident',
    undoneBy: 'incidents.resume',
    reason: true,
    title: 'Pause the clocks',
    done: 'paused',
  },
  'incidents.resume': {
    list: 'listIncidentCandidates',
    ofIncident: true,
    like: 'updateExamIncident',
    undoneBy: 'incidents.stop',
    reason: true,
    title: 'Resume the clocks',
    done: 'resumed',
  },
  'incidents.extend': {
    list: 'listIncidentCandidates',
    ofIncident: true,
    like: 'extendExam',
    reason: true,
    title: 'Extend the exams',
    done: 'extended',
  },
  'incidents.postpone': {
    list: 'listIncidentCandidates',
    ofIncident: true,
    like: 'postponeExam',
    reason: true,
    title: 'Postpone the exams',
    done: 'postponed',
  },
  'incidents.write': {
    list: 'listIncidentCandidates',
    ofIncident: true,
    like: 'updateExamIncident',
    reason: true,
    title: 'E-mail the candidates',
    done: 'e-mailed',
  },
  'incidents.rebuild': {
    list: 'listIncidentCandidates',
    ofIncident: true,
    like: 'rebuildExam',
    reason: true,
    title: 'Rebuild environments',
    done: 'being rebuilt',
  },
  'vouchers.revoke': {
    list: 'listVouchers',
    like: 'revokeVoucher',
    undoneBy: 'vouchers.restore',
    reason: true,
    title: 'Revoke vouchers',
    done: 'revoked',
  },
  'vouchers.restore': {
    list: 'listVouchers',
    like: 'revokeVoucher',
    undoneBy: 'vouchers.revoke',
    ofUndo: true,
    title: 'Restore vouchers',
    done: 'restored',
  },
  'vouchers.send': { list: 'listVouchers', like: 'sendVoucher', title: 'Send vouchers again', done: 'mailed' },
  'certificates.send': {
    list: 'listCertificates',
    like: 'updateCertificate',
    title: 'Send certificates again',
    done: 'mailed',
  },
  'certificates.revoke': {
    list: 'listCertificates',
    like: 'updateCertificate',
    undoneBy: 'certificates.restore',
    reason: true,
    title: 'Revoke certificates',
    done: 'revoked',
  },
  'certificates.restore': {
    list: 'listCertificates',
    like: 'updateCertificate',
    undoneBy: 'certificates.revoke',
    reason: true,
    title: 'Restore certificates',
    done: 'restored',
  },
  ...cloudActions,
  'deployments.end': {
    list: 'listDeployments',
    like: 'endDeployment',
    reason: true,
    confirmed: true,
    title: 'End deployments',
    done: 'ended',
  },
  'deployments.hold': {
    list: 'listDeployments',
    like: 'holdDeployment',
    reason: true,
    title: 'Hold accounts',
    done: 'held',
  },
  'alarms.take': { list: 'listAlarms', like: 'takeAlarm', title: 'Acknowledge alarms', done: 'acknowledged' },
  'lesson_reports.close': {
    list: 'listLessonReports',
    like: 'decideLessonReport',
    title: 'Close reports without an answer',
    done: 'closed with a thank-you mail',
  },
}

export const bulkActionNames = Object.keys(bulkActions) as BulkActionName[]

export const bulkActionOf = (name: BulkActionName): BulkActionRow => bulkActions[name]

/** Capabilities of the equivalent operation on one row. An administrator needs one of them. */
export function capabilitiesOf(name: BulkActionName): readonly Capability[] | undefined {
  const { like, field } = bulkActionOf(name)
  const row = callOf(like)
  return (field && row.fieldCapabilities?.[field]) || row.capabilities
}

export const callOf = (like: AdminOperationName): Operation => adminOperations[like]

/** Maximum number of rows that a list action changes without asking for the number to be typed. */
export const UNCONFIRMED_ROWS = 50

/** Whether the administrator must type the number of affected rows to start the job. */
export function isConfirmed(name: BulkActionName, changes: number): boolean {
  const { confirmed, about, ofIncident, ofUndo } = bulkActionOf(name)
  if (about || ofIncident || ofUndo) return confirmed === true
  return confirmed === true || changes > UNCONFIRMED_ROWS
}
