import { expect, test } from 'vitest'
import { awsWorld, gcpWorld, TestShell } from '../test/worlds.ts'
import type { Resource, World } from './world.ts'

const add = (world: World, ...rows: Resource[]): World => ({ ...world, resources: [...world.resources, ...rows] })
const change = (world: World, type: string, name: string, attributes: Record<string, string>): World => ({
  ...world,
  resources: world.resources.map((one) =>
    one.type === type && one.name === name ? { ...one, attributes: { ...one.attributes, ...attributes } } : one,
  ),
})

const toAll = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:*', Resource: '*' }],
})

test('an AWS bucket with a public policy cannot be read without a signature', async () => {
  const shell = new TestShell(
    change(awsWorld, 'aws_s3_bucket', 'payroll-archive', { policy: toAll, public_access_block: 'none' }),
  )
  expect((await shell.run('aws s3 cp s3://payroll-archive-1/payroll-2026-10 -')).exit).toBe(0)
  for (const line of [
    'aws s3 cp s3://payroll-archive-1/payroll-2026-10 - --no-sign-request',
    'aws s3 ls s3://payroll-archive-1 --no-sign-request',
    'aws s3api get-object --bucket payroll-archive-1 --key payroll-2026-10 out --no-sign-request',
    'curl -sf https://payroll-archive-1.s3.amazonaws.com/payroll-2026-10',
    'curl -sf https://s3.amazonaws.com/payroll-archive-1/payroll-2026-10',
  ]) {
    const { exit, output, state } = await shell.run(line)
    expect([line, exit === 0]).toEqual([line, false])
    expect(output + (state.files['/home/learner/out'] ?? '')).not.toContain('FLAG{')
  }
})

test.each(['allUsers', 'allAuthenticatedUsers'])(
  'a Google bucket granted to %s opens if public access is not prevented, and never without a token',
  async (member) => {
    const given: Resource = {
      type: 'google_storage_bucket_iam_member',
      name: 'open',
      attributes: { bucket: 'exports', role: 'roles/storage.objectViewer', member },
    }
    const read = 'gcloud storage cat gs://exports-1/quarter-3'
    const byHttp = 'curl -s "https://storage.googleapis.com/storage/v1/b/exports-1/o/quarter-3?alt=media"'
    const prevented = new TestShell(add(gcpWorld, given))
    expect(await prevented.prints(read)).toContain('does not have storage.objects.get access')
    const open = new TestShell(
      change(add(gcpWorld, given), 'google_storage_bucket', 'exports', { public_access_prevention: 'inherited' }),
    )
    expect(await open.prints(read)).toBe('FLAG{quarter}')
    expect(await open.prints(byHttp)).toContain('UNAUTHENTICATED')
    expect(await open.prints(`${byHttp} -H "Authorization: Bearer made-up"`)).toContain('UNAUTHENTICATED')
    expect(await open.prints(`${byHttp} -H "Authorization: Bearer $(gcloud auth print-access-token)"`)).toBe(
      'FLAG{quarter}',
    )
  },
)
