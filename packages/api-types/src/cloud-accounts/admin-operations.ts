import { readsHolders } from '../contract/capabilities.ts'
import type { ListKeys, Rows } from '../contract/operation.ts'
import { admin, cloud, holders } from '../contract/row.ts'

const accountKeys = {
  filter: 'cloudAccountFilter',
  sorts: ['status_since', 'name', 'status', 'account_id', 'last_nuked_at', 'nuke_failures'],
  defaultSort: ['name', 'ASC'],
} as const satisfies ListKeys

const holderCapabilities = { holder: readsHolders, lab: readsHolders } as const

export const cloudAccountAdminOperations = {
  nukeAwsAccount: cloud.published('POST /admin/nuke_aws_accounts/{account_id}', 'nukeConfirmation', 'cloudAccountRow', {
    status: 202,
    summary: 'Empties an AWS account',
  }),
  nukeAzureSubscription: cloud.published(
    'POST /admin/nuke_azure_subscriptions/{subscription_id}',
    'nukeConfirmation',
    'cloudAccountRow',
    { status: 202, summary: 'Empties an Azure subscription' },
  ),
  nukeGcpProject: cloud.published('POST /admin/nuke_gcp_projects/{project_id}', 'nukeConfirmation', 'cloudAccountRow', {
    status: 202,
    summary: 'Empties a GCP project',
  }),
  deleteAwsAccount: cloud.published('DELETE /admin/aws_accounts/{account_id}', { summary: 'Retires an AWS account' }),
  deleteAzureSubscription: cloud.published('DELETE /admin/azure_subscriptions/{subscription_id}', {
    summary: 'Retires an Azure subscription',
  }),
  deleteGcpProject: cloud.published('DELETE /admin/gcp_projects/{project_id}', { summary: 'Retires a GCP project' }),
  updateAwsAccount: cloud.published('PATCH /admin/aws_account/', 'awsAccountEdit', 'cloudAccount', {
    bodyLimit: 1024 * 1024,
    summary: 'Changes an AWS account, or adds one when credentials are given',
  }),
  updateAzureSubscription: cloud.published(
    'PATCH /admin/azure_subscription/',
    'azureSubscriptionEdit',
    'cloudAccount',
    { bodyLimit: 1024 * 1024, summary: 'Changes an Azure subscription, or adds one when credentials are given' },
  ),
  updateGcpProject: cloud.published('PATCH /admin/gcp_project/', 'gcpProjectEdit', 'cloudAccount', {
    bodyLimit: 1024 * 1024,
    summary: 'Changes a GCP project, or adds one when credentials are given',
  }),
  listAwsAccounts: admin.published('GET /admin/aws_accounts', 'cloudAccountRow[]', {
    list: accountKeys,
    readCapabilities: holderCapabilities,
    summary: 'AWS accounts: filtered, sorted, paged',
  }),
  listAzureSubscriptions: admin.published('GET /admin/azure_subscriptions', 'cloudAccountRow[]', {
    list: accountKeys,
    readCapabilities: holderCapabilities,
    summary: 'Azure subscriptions: filtered, sorted, paged',
  }),
  listGcpProjects: admin.published('GET /admin/gcp_projects', 'cloudAccountRow[]', {
    list: accountKeys,
    readCapabilities: holderCapabilities,
    summary: 'GCP projects: filtered, sorted, paged',
  }),
  getCloudAccount: admin('GET /admin/cloud_accounts/{id}', 'cloudAccount', {
    readCapabilities: holderCapabilities,
    summary: 'One account with its history',
  }),
  listCloudAccountHolders: holders('GET /admin/cloud_accounts/{id}/holders', 'cloudAccountHolder[]', {
    summary: 'Holders of an account with their periods, and the clean-ups before and after',
  }),
  findCloudAccountHolder: holders('GET /admin/cloud_accounts/{id}/holder', 'cloudAccountMoment', {
    query: 'momentQuery',
    required: ['at'],
    summary: 'Holder of an account at a given time, and the holders before and after',
  }),
  verifyCloudAccount: cloud('POST /admin/cloud_accounts/{id}/verify', 'cloudAccount', {
    status: 202,
    rate: 'lab',
    summary: 'Verifies the credentials of an account',
  }),
  acceptCloudResidue: cloud('POST /admin/cloud_accounts/{id}/residue', 'residueAcceptance', 'cloudAccount', {
    bodyLimit: 128 * 1024,
    summary: 'Allows leftover resources to remain in an account until a date',
  }),
  withdrawCloudResidue: cloud('POST /admin/cloud_accounts/{id}/residue/withdraw', 'residueWithdrawal', 'cloudAccount', {
    summary: 'Revokes that permission; only the baseline may remain',
  }),
  importCloudAccounts: cloud('POST /admin/cloud_account_imports', 'cloudImport', 'cloudImportReport', {
    bodyLimit: 1024 * 1024,
    idempotent: true,
    rate: 'lab',
    summary: 'Adds many accounts from a CSV file; with a dry run',
  }),
} satisfies Rows
