import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createReader } from './cleaner-output.ts'

const recorded = (name: string) => readFileSync(new URL(`../../../test/cleaners/${name}.txt`, import.meta.url), 'utf8')

function readerOf(text: string, account = '111122223333') {
  const reader = createReader(account)
  for (const line of text.split('\n')) reader.read(line)
  return reader
}
const lookAt = (text: string) => readerOf(text).finishScan().resources
const namesOf = (text: string, state: string) =>
  lookAt(text).flatMap((one) => (one.state === state ? [`${one.type} ${one.name}`] : []))

describe('in the format of their documentation', () => {
  test('aws-nuke 3: parses removable and filtered resources, with separators in names', () => {
    expect(namesOf(recorded('aws-nuke-look'), 'found')).toEqual([
      'EC2Instance i-01b489457a60298dd',
      'EC2KeyPair test',
      'EC2VPC vpc-c6159fa1',
      'IAMUserAccessKey my-user -> AKIAIOSFODNN7EXAMPLE',
      'S3Object s3://lab-logs/2026 - 11/a.log',
    ])
    expect(namesOf(recorded('aws-nuke-look'), 'kept')).toEqual([
      'EC2DHCPOption dopt-bf2ec3d8',
      'IAMRole OrganizationAccountAccessRole',
    ])
  })

  test('aws-nuke 3: a partly failed removal reports the removed resources', () => {
    const { resources, failure } = readerOf(recorded('aws-nuke-remove')).finishRemoval()
    expect(resources.filter(({ state }) => state === 'removed').map(({ name }) => name)).toEqual([
      'i-01b489457a60298dd',
    ])
    expect(failure).toBe('It did not finish.')
  })

  test('azure-nuke 1', () => {
    expect(namesOf(recorded('azure-nuke-look'), 'found')).toEqual(['ResourceGroup lab-rg', 'VirtualMachine lab-vm'])
    expect(namesOf(recorded('azure-nuke-look'), 'kept')).toEqual(['ResourceGroup NetworkWatcherRG'])
  })

  test('gcp-nuke 1', () => {
    expect(namesOf(recorded('gcp-nuke-look'), 'found')).toEqual([
      'ComputeInstance lab-vm',
      'IAMServiceAccount lab@training-pool-07.iam.gserviceaccount.com',
    ])
  })
})

test('an operator’s program may use the type names of Terraform or of its cloud', () => {
  const text = `tenant - azuread_user - lab - [] - would remove
tenant - Microsoft.Graph/guest-user - lab - [] - would remove
us-east-1 - AWS::AppFlow::Flow - lab - [] - filtered: filtered by config
Scan complete: 3 total, 2 nukeable, 1 filtered.`
  expect(namesOf(text, 'found')).toEqual(['azuread_user lab', 'Microsoft.Graph/guest-user lab'])
  expect(namesOf(text, 'kept')).toEqual(['AWS::AppFlow::Flow lab'])
})

describe('a scan is not reliable', () => {
  test('without the tool’s own count at its end', () => {
    expect(() => lookAt('us-east-1 - EC2KeyPair - test - [] - would remove')).toThrow('does not match its own count')
    expect(() => lookAt('')).toThrow('its own count: it gave none, and 0 to remove and 0 to keep were read.')
  })

  test('with an unreadable resource line, which is reported with both counts', () => {
    const text = 'eastus - Guest User - lab - [] - would remove\nScan complete: 1 total, 1 nukeable, 0 filtered.'
    expect(() => lookAt(text)).toThrow(
      'its own count: 1 and 0, but 0 to remove and 0 to keep were read. This line could not be read: eastus - Guest User - lab - [] - would remove',
    )
  })

  test('with a name that contains a line break and imitates a filtered resource', () => {
    const forged = [
      'us-east-1 - S3Object - s3://lab/x',
      'us-east-1 - S3Bucket - s3://lab - [] - filtered: filtered by config',
      'Scan complete: 1 total, 0 nukeable, 1 filtered.',
      'y - [Bucket: "lab"] - would remove',
      'Scan complete: 1 total, 1 nukeable, 0 filtered.',
    ]
    expect(() => lookAt(forged.join('\n'))).toThrow('does not match its own count')
  })

  test('with a type that could not be listed', () => {
    const text =
      'time="…" level=error msg="listing failed:\\n    AccessDenied" resource_type=IAMUser\nScan complete: 0 total, 0 nukeable, 0 filtered.'
    expect(() => lookAt(text)).toThrow('could not scan everything')
  })

  test('with an error logged by a lister; a removal may recover from an error', () => {
    const refused = 'time="2026-11-24T10:00:00Z" level=error msg="unable to iterate networks" error="403"'
    const end = 'Scan complete: 0 total, 0 nukeable, 0 filtered.'
    expect(() => lookAt(`${refused}\n${end}`)).toThrow(/could not scan everything: .*unable to iterate networks/)
    // A resource name chosen by a learner is not such a line.
    const named = 'us-east-1 - S3Object - s3://lab/time="x" level=error msg="y" - [] - would remove'
    expect(namesOf(`${named}\nScan complete: 1 total, 1 nukeable, 0 filtered.`, 'found')).toHaveLength(1)
    const complete = 'Nuke complete: 0 failed, 0 skipped, 0 finished.'
    expect(readerOf(`${refused}\n${complete}`).finishRemoval().failure).toBeUndefined()
  })

  test('with too many resources for one scan', () => {
    const lines = Array.from({ length: 20_001 }, (_, n) => `us-east-1 - S3Object - s3://b/${n} - [] - would remove`)
    expect(() => lookAt([...lines, 'Scan complete: 20001 total, 20001 nukeable, 0 filtered.'].join('\n'))).toThrow(
      'more than 20000',
    )
  })
})
