import { initialState } from '../src/initial-state.ts'
import { runLine } from '../src/shell/run-line.ts'
import type { Answer, Limits, Resource, ShellState, World } from '../src/world.ts'

const row = (type: string, name: string, attributes: Record<string, string> = {}): Resource => ({
  type,
  name,
  attributes,
})

const allow = (action: string | string[], resource: string | string[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: action, Resource: resource }] })

const trust = (principal: object, condition?: object) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: principal,
        Action: 'sts:AssumeRole',
        ...(condition ? { Condition: condition } : {}),
      },
    ],
  })

const ACCOUNT = '111122223333'
const place = {
  built_at: '2026-11-24T09:30:00.000Z',
  seed: 'a seed of the tests',
  source_ip: '203.0.113.24',
  log: [],
  past: [],
  denied: [],
}
const role = (name: string) => `arn:aws:iam::${ACCOUNT}:role/${name}`

/** Two hops to a bucket, a machine that previews links, a function, a table and secrets. */
export const awsWorld: World = {
  ...place,
  cloud: 'aws',
  account_id: ACCOUNT,
  region: 'eu-west-1',
  credentials: {
    identity: 'lab-user',
    access_key_id: 'AKIAIOSFODNN7EXAMPLE',
    secret_access_key: 'secret-of-the-lab-user',
  },
  resources: [
    row('aws_iam_user', 'lab-user'),
    row('aws_iam_access_key', 'lab-user-key', { user: 'lab-user' }),
    row('aws_iam_policy', 'may-look', {
      attached_to: 'user/lab-user',
      policy: allow(
        [
          'iam:Get*',
          'iam:List*',
          'iam:SimulatePrincipalPolicy',
          'sts:AssumeRole',
          'ec2:Describe*',
          's3:ListAllMyBuckets',
          'cloudtrail:LookupEvents',
          'lambda:ListFunctions',
          'ssm:DescribeParameters',
          'iam:CreateAccessKey',
        ],
        '*',
      ),
    }),
    row('aws_iam_role', 'audit-reader', { assume_role_policy: trust({ AWS: `arn:aws:iam::${ACCOUNT}:root` }) }),
    row('aws_iam_role', 'payroll-export', { assume_role_policy: trust({ AWS: role('audit-reader') }) }),
    row('aws_iam_role', 'backup-operator', {
      assume_role_policy: trust(
        { AWS: `arn:aws:iam::${ACCOUNT}:root` },
        { StringEquals: { 'sts:ExternalId': 'contract-7' } },
      ),
    }),
    row('aws_iam_role_policy', 'may-hop', {
      role: 'audit-reader',
      policy: allow('sts:AssumeRole', role('payroll-export')),
    }),
    row('aws_iam_role_policy', 'reads', {
      role: 'payroll-export',
      policy: allow(
        ['s3:GetObject', 's3:ListBucket', 's3:GetBucketTagging'],
        ['arn:aws:s3:::payroll-archive-1', 'arn:aws:s3:::payroll-archive-1/*'],
      ),
    }),
    row('aws_iam_role_policy', 'operates', {
      role: 'backup-operator',
      policy: allow(
        [
          'lambda:*',
          'dynamodb:Scan',
          'secretsmanager:*',
          'iam:PassRole',
          'ssm:SendCommand',
          'ssm:GetCommandInvocation',
        ],
        '*',
      ),
    }),
    row('aws_s3_bucket', 'payroll-archive', {
      full_name: 'payroll-archive-1',
      region: 'eu-west-1',
      tags: '{"owner":"payroll"}',
    }),
    row('aws_s3_object', 'payroll-2026-10', { bucket: 'payroll-archive', contents: 'FLAG{payroll}' }),
    row('aws_cloudtrail', 'trail'),
    row('aws_iam_role', 'report-box', { assume_role_policy: trust({ Service: 'ec2.amazonaws.com' }) }),
    row('aws_iam_role_policy', 'report-reads', {
      role: 'report-box',
      policy: allow('ssm:GetParameter', `arn:aws:ssm:eu-west-1:${ACCOUNT}:parameter/signing-key`),
    }),
    row('aws_iam_instance_profile', 'report-box', { role: 'report-box' }),
    row('aws_instance', 'preview-1', {
      http_tokens: 'optional',
      iam_instance_profile: 'report-box',
      service: 'link-preview',
      user_data: '#!/bin/sh\necho hello',
    }),
    row('aws_eip', 'address', { instance: 'preview-1', public_ip: '198.51.100.7' }),
    row('aws_instance', 'careful-1', {
      http_tokens: 'required',
      iam_instance_profile: 'report-box',
      service: 'link-preview',
      public_ip: '198.51.100.8',
    }),
    row('aws_ssm_parameter', 'signing-key', { value: 'FLAG{parameter}' }),
    row('aws_secretsmanager_secret', 'partner-key', { value: 'FLAG{secret}' }),
    row('aws_lambda_function', 'score', {
      role: 'ledger-reader',
      environment: 'FLAG{environment}',
      environment_variable: 'PASSPHRASE',
    }),
    row('aws_iam_role', 'ledger-reader', { assume_role_policy: trust({ Service: 'lambda.amazonaws.com' }) }),
    row('aws_iam_role_policy', 'ledger-reads', { role: 'ledger-reader', policy: allow('dynamodb:Scan', '*') }),
    row('aws_dynamodb_table', 'ledger', { last_row: 'FLAG{ledger}' }),
  ],
}

/** A machine that opens a vault, and an application that opens a storage account. */
export const azureWorld: World = {
  ...place,
  cloud: 'azure',
  account_id: '00000000-0000-4000-8000-000000000001',
  region: 'westeurope',
  credentials: { identity: 'lab-1@lab.example', password: 'password-of-the-lab' },
  resources: [
    row('azurerm_resource_group', 'rg-web', { tags: 'web' }),
    row('azurerm_subnet', 'snet-web'),
    row('azurerm_user_assigned_identity', 'id-report'),
    row('azurerm_linux_virtual_machine', 'vm-report', { identities: 'SystemAssigned id-report', subnet: 'snet-web' }),
    row('azurerm_key_vault', 'kv-payments', { network_default_action: 'Deny', subnets: 'snet-web' }),
    row('azurerm_key_vault_secret', 'ledger-reader', { vault: 'kv-payments', value: 'FLAG{vault}' }),
    row('azurerm_role_assignment', 'a', {
      principal: 'lab-user',
      role: 'Virtual Machine Contributor',
      scope: 'rg-web',
    }),
    row('azurerm_role_assignment', 'b', { principal: 'lab-user', role: 'Reader', scope: 'rg-web' }),
    row('azurerm_role_assignment', 'c', {
      principal: 'id-report',
      role: 'Key Vault Secrets User',
      scope: 'kv-payments',
    }),
    row('azuread_user', 'lab-user'),
    row('azuread_application', 'build-runner', { owner: 'lab-user' }),
    row('azuread_service_principal', 'build-runner'),
    row('azuread_application', 'night-report', { owner: 'nobody' }),
    row('azurerm_resource_group', 'rg-payments'),
    row('azurerm_role_assignment', 'd', { principal: 'build-runner', role: 'Contributor', scope: 'rg-payments' }),
    row('azurerm_storage_account', 'stpayments', { resource_group: 'rg-payments' }),
    row('azurerm_storage_account_network_rules', 'yours', { account: 'stpayments', ip_rules: '203.0.113.0/24' }),
    row('azurerm_storage_container', 'settlements', { account: 'stpayments' }),
    row('azurerm_storage_blob', 'settlement-2026-10', { container: 'settlements', contents: 'FLAG{blob}' }),
  ],
}

/** A service account to borrow, a custom role to widen, and builds that know too much. */
export const gcpWorld: World = {
  ...place,
  cloud: 'gcp',
  account_id: 'fy-ledger',
  region: 'europe-west1',
  credentials: { identity: 'lab-user@fy-ledger.iam.example' },
  resources: [
    row('google_project_iam_member', 'viewer', { member: 'lab-user', role: 'roles/viewer' }),
    row('google_project_iam_member', 'builds', { member: 'lab-user', role: 'roles/cloudbuild.builds.editor' }),
    row('google_project_iam_custom_role', 'publisher', {
      permissions: 'storage.buckets.get storage.objects.list',
      title: 'Publisher',
    }),
    row('google_service_account', 'deployer'),
    row('google_service_account', 'night-shift'),
    row('google_service_account', 'build-release'),
    row('google_service_account_iam_member', 'borrows', {
      member: 'lab-user',
      role: 'roles/iam.serviceAccountTokenCreator',
      service_account: 'deployer',
    }),
    row('google_service_account_iam_member', 'acts', {
      member: 'lab-user',
      role: 'roles/iam.serviceAccountUser',
      service_account: 'build-release',
    }),
    row('google_project_iam_member', 'holds', { member: 'deployer', role: 'publisher' }),
    row('google_project_iam_member', 'widens', { member: 'deployer', role: 'roles/iam.roleAdmin' }),
    row('google_project_iam_member', 'released', {
      member: 'build-release',
      role: 'roles/secretmanager.secretAccessor',
    }),
    row('google_storage_bucket', 'exports', { full_name: 'exports-1' }),
    row('google_storage_bucket_object', 'quarter-3', { bucket: 'exports', contents: 'FLAG{quarter}' }),
    row('google_cloudbuild_trigger', 'nightly', {
      service_account: 'night-shift',
      log_of_the_longest_build: 'FLAG{log}',
    }),
    row('google_secret_manager_secret', 'ledger-token', { value: 'FLAG{token}' }),
  ],
}

/** A shell that goes on from line to line. */
export class TestShell {
  world: World
  state: ShellState
  private readonly limits: Partial<Limits>
  private lines = 0
  now = new Date('2026-11-24T10:00:00Z')

  constructor(world: World, limits: Partial<Limits> = {}) {
    this.world = world
    this.state = initialState(world)
    this.limits = limits
  }

  async run(line: string): Promise<Answer> {
    const answer = await runLine(this.world, this.state, line, {
      now: this.now,
      nonce: String(this.lines++),
      limits: this.limits,
    })
    this.world = answer.world
    this.state = answer.state
    return answer
  }

  /** What it prints, without blanks at the end. */
  async prints(line: string): Promise<string> {
    return (await this.run(line)).output.trimEnd()
  }
}
