import { describe, expect, test } from 'vitest'
import { parseTemplate } from '../../cleaner-template.ts'
import { argumentsOf, environmentOf } from './cleaner-command.ts'
import { baselineFile, configOf } from './cleaner-config.ts'
import type { CloudAccess } from './driver.ts'

const access: CloudAccess = {
  cloud: 'azure',
  account_id: '0f5c0000-0000-0000-0000-00000000000a',
  region: 'eastus',
  credentials: { ARM_TENANT_ID: 't-1', ARM_CLIENT_ID: 'c-1', ARM_CLIENT_SECRET: 'canary' },
}
const filling = { config: '/tmp/x/config.yaml', deployment: null }

describe('the command of a cleaner', () => {
  test.each([
    ['nuke', 'aws', 'aws-nuke run --config {config} --no-prompt --no-dry-run', 'must not contain --no-dry-run'],
    ['nuke', 'aws', 'aws-nuke run --config {config} --quiet', 'must not be quiet'],
    ['nuke', 'aws', 'aws-nuke run --no-prompt', 'must contain {config}'],
    ['nuke', 'azure', 'azure-nuke run --config {config} --tenant-id {tenant}', 'must contain {account}'],
    ['nuke', 'gcp', 'gcp-nuke run --config {config} --project-id my-production', 'must contain {account}'],
    ['tenant', 'gcp', '/opt/clean-tenant', 'must contain {account}'],
    ['nuke', 'aws', 'sh -c "aws-nuke {config}"', 'without signs of a shell'],
    ['nuke', 'aws', 'aws-nuke {config} | tee log', 'without signs of a shell'],
    ['nuke', 'aws', 'aws-nuke {config} {secret}', 'must name known places'],
  ] as const)('%s %s: “%s” %s', (kind, cloud, line, problem) => {
    expect(parseTemplate(line, kind, cloud)).toContain(problem)
  })

  test('fills in each word separately, and adds the removal flag itself', () => {
    const template = parseTemplate(
      'azure-nuke run --config {config} --tenant-id={tenant} --subscription-id {account}',
      'nuke',
      'azure',
    )
    if (typeof template === 'string') throw new Error(template)
    const odd = { ...access, account_id: 'a b; rm -rf / {tenant}' }
    expect(argumentsOf(template, odd, filling, 'remove')).toEqual([
      'azure-nuke',
      'run',
      '--config',
      '/tmp/x/config.yaml',
      '--tenant-id=t-1',
      '--subscription-id',
      'a b; rm -rf / {tenant}',
      '--no-dry-run',
    ])
    expect(argumentsOf(template, access, filling, 'look')).not.toContain('--no-dry-run')
    expect(() => argumentsOf(template, { ...access, account_id: '--no-dry-run' }, filling, 'look')).toThrow(
      'cannot be passed',
    )
  })

  test('contains the credentials under the names used by its tool', () => {
    const env = environmentOf(access, '/tmp/x', { PATH: '/bin', SECRET_KEY: 'ours' })
    expect(env).toMatchObject({ PATH: '/bin', HOME: '/tmp/x', AZURE_TENANT_ID: 't-1', AZURE_CLIENT_SECRET: 'canary' })
    expect(env).not.toHaveProperty('SECRET_KEY')
    const gcp = { ...access, cloud: 'gcp' as const, credentials: { GOOGLE_CREDENTIALS: '{"type":"service_account"}' } }
    expect(environmentOf(gcp, '/tmp/x', {}).GOOGLE_APPLICATION_CREDENTIALS_JSON).toBe('{"type":"service_account"}')
  })
})

test('excludes resources of the whole tenant from azure-nuke', () => {
  const own = { regions: ['eastus'], keep: { ResourceGroup: ['NetworkWatcherRG'] } }
  const baseline = baselineFile.parse({ version: '1', blocklist: ['0f5c0000-0000-0000-0000-0000000000ff'], azure: own })
  const config = JSON.parse(configOf(access, baseline, [{ type: 'KeyVault', name: 'kept' }], []))
  expect(config['resource-types'].excludes).toEqual(
    expect.arrayContaining(['AzureADUser', 'Application', 'ServicePrincipal']),
  )
  expect(config.accounts).toEqual({ 't-1': { filters: { ResourceGroup: ['NetworkWatcherRG'], KeyVault: ['kept'] } } })
})
