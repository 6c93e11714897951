import { expect, test } from 'vitest'
import { awsWorld, azureWorld, gcpWorld } from '../../test/worlds.ts'
import type { World } from '../world.ts'
import { visibleResources } from './visible.ts'

const now = new Date('2026-11-24T10:00:00Z')
const seen = (world: World) =>
  Object.fromEntries(visibleResources(world, now).map(({ type, name, attributes }) => [`${type} ${name}`, attributes]))

test.each([awsWorld, azureWorld, gcpWorld])(
  'the console of $cloud shows no flag to an identity that may read none',
  (world) => {
    expect(JSON.stringify(seen(world))).not.toContain('FLAG{')
  },
)

test('in the AWS console a user sees the resources they can list and open', () => {
  const account = seen(awsWorld)
  expect(account['aws_iam_role audit-reader']).toHaveProperty('assume_role_policy')
  expect(account['aws_instance preview-1']).toHaveProperty('http_tokens', 'optional')
  expect(account['aws_s3_bucket payroll-archive']).toEqual({})
  expect(account['aws_ssm_parameter signing-key']).toEqual({})
  expect(account['aws_lambda_function score']).toEqual({})
  expect(account).not.toHaveProperty(['aws_s3_object payroll-2026-10'])
  expect(account).not.toHaveProperty(['aws_secretsmanager_secret partner-key'])
})

test('an object that an identity can read is visible in the console', () => {
  const resources = awsWorld.resources.map((one) =>
    one.name === 'reads'
      ? { ...one, type: 'aws_iam_user_policy', attributes: { user: 'lab-user', policy: one.attributes.policy ?? '' } }
      : one,
  )
  expect(seen({ ...awsWorld, resources })['aws_s3_object payroll-2026-10']).toHaveProperty('contents', 'FLAG{payroll}')
})

test('in the Azure portal a vault’s firewall applies, and an account key opens its data', () => {
  const portal = seen(azureWorld)
  expect(Object.keys(portal)).toContain('azurerm_key_vault kv-payments')
  expect(Object.keys(portal).join()).not.toMatch(/rg-payments|stpayments|key_vault_secret|blob/)
  const owner = {
    type: 'azurerm_role_assignment',
    name: 'x',
    attributes: { principal: 'lab-user', role: 'Contributor', scope: 'subscription' },
  }
  expect(JSON.stringify(seen({ ...azureWorld, resources: [...azureWorld.resources, owner] }))).toMatch(/FLAG\{blob\}/)
  expect(JSON.stringify(seen({ ...azureWorld, resources: [...azureWorld.resources, owner] }))).not.toMatch(
    /FLAG\{vault\}/,
  )
})

test('in the Google Cloud console a Viewer sees buckets and builds, but no objects or secrets', () => {
  const project = seen(gcpWorld)
  expect(Object.keys(project)).toEqual(
    expect.arrayContaining([
      'google_storage_bucket exports',
      'google_secret_manager_secret ledger-token',
      'google_cloudbuild_trigger nightly',
    ]),
  )
  expect(Object.keys(project).join()).not.toContain('quarter-3')
})

test('shows a module without policies completely', () => {
  const resources = awsWorld.resources.filter(({ type }) => !/policy|policies/.test(type))
  expect(seen({ ...awsWorld, resources })['aws_s3_object payroll-2026-10']).toHaveProperty('contents')
})
