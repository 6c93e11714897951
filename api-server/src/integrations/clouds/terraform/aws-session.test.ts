import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type StsDouble, startStsDouble } from '../../../../test/terraform/sts-double.ts'
import type { CloudAccess } from '../driver.ts'
import { assumeRole, verifyAws } from './aws-session.ts'

const access: CloudAccess = {
  cloud: 'aws',
  account_id: '123456789012',
  region: 'eu-west-1',
  credentials: { AWS_ACCESS_KEY_ID: 'AKIAPOOL', AWS_SECRET_ACCESS_KEY: 'canary-of-the-pool' },
}
const signal = new AbortController().signal
const name = '0f7e9d1c-5a6b-4c3d-8e2f-1a2b3c4d5e6f'
let sts: StsDouble

beforeAll(async () => {
  sts = await startStsDouble()
})
afterAll(() => sts.close())
beforeEach(() => {
  sts.asked.length = 0
})

test('assumes a role in the account for one deployment and one hour, without passing on the account’s own keys', async () => {
  const session = await assumeRole(access, { role: 'FlagyardLab', endpoint: sts.url }, { name, signal })
  expect(sts.asked).toEqual([
    {
      fields: {
        Action: 'AssumeRole',
        Version: '2011-06-15',
        RoleArn: 'arn:aws:iam::123456789012:role/FlagyardLab',
        RoleSessionName: `flagyard-${name}`,
        DurationSeconds: '3600',
      },
      signedBy: 'AKIAPOOL',
      token: undefined,
    },
  ])
  expect(session).toEqual({
    ...access,
    credentials: {
      AWS_ACCESS_KEY_ID: 'ASIA123456789012',
      AWS_SECRET_ACCESS_KEY: 'canary-session-secret',
      AWS_SESSION_TOKEN: 'canary-session-token',
    },
  })
  // Also asks for the account of the credentials.
  await verifyAws(session, { role: 'FlagyardLab', endpoint: sts.url }, signal)
  expect(sts.asked.at(-1)).toMatchObject({
    fields: { Action: 'GetCallerIdentity' },
    signedBy: 'ASIA123456789012',
    token: 'canary-session-token',
  })
})

test('does nothing without a role, and for other clouds', async () => {
  const options = { role: undefined, endpoint: sts.url }
  expect(await assumeRole(access, options, { name, signal })).toBe(access)
  const gcp = { ...access, cloud: 'gcp' as const }
  expect(await assumeRole(gcp, { ...options, role: 'FlagyardLab' }, { name, signal })).toBe(gcp)
  expect(sts.asked).toEqual([])
})

test('refuses credentials of another account, so that nothing is built or emptied by mistake', async () => {
  const verified = verifyAws(access, { role: undefined, endpoint: sts.url }, signal)
  await expect(verified).rejects.toMatchObject({
    kind: 'refused',
    message: 'These credentials are of the account 999999999999, not of 123456789012.',
  })
})

test('reports AWS’s own error message, without a secret', async () => {
  sts.refuse(403, 'AccessDenied', 'User: pool is not authorized to perform: sts:AssumeRole')
  const refused = assumeRole(access, { role: 'FlagyardLab', endpoint: sts.url }, { name, signal })
  await expect(refused).rejects.toMatchObject({
    kind: 'refused',
    message: 'AccessDenied: User: pool is not authorized to perform: sts:AssumeRole',
  })
})
