import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startChild } from '../../../test/spawn.ts'
import { createCleaner } from './cleaner.ts'
import type { Baseline } from './cleaner-config.ts'
import { type CloudAccess, type CloudDriver, CloudError, withCallTimeouts } from './driver.ts'

const access: CloudAccess = {
  cloud: 'aws',
  account_id: '111122223333',
  region: 'us-east-1',
  credentials: { AWS_ACCESS_KEY_ID: 'AKIACANARY', AWS_SECRET_ACCESS_KEY: 'canary-secret' },
}
const role = { type: 'IAMRole', name: 'OrganizationAccountAccessRole' }
const bucket = { type: 'S3Bucket', name: 's3://left-behind' }
const instance = { type: 'EC2Instance', name: 'i-01b489457a60298dd' }
const key = { type: 'KMSKey', name: 'deleted-in-30-days' }
const baseline: Baseline = {
  version: '1',
  blocklist: ['999999999999'],
  aws: { regions: ['global', 'us-east-1'], keep: { IAMRole: [role.name] } },
}
const program = fileURLToPath(new URL('../../../test/children/fake-cleaner.ts', import.meta.url))

let folder: string
let store: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fake-cloud-'))
  store = join(folder, 'resources.json')
  await setResources(role, bucket, instance)
})
afterEach(() => rm(folder, { recursive: true }))

const setResources = (...items: object[]) => writeFile(store, JSON.stringify(items))
const standing = async () => JSON.parse(await readFile(store, 'utf8'))
const runs = async () =>
  (await readFile(`${store}.runs`, 'utf8').catch(() => ''))
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line)] : []))

const commandOf = (mode: string) => [process.execPath, program, mode, store, '--config', '{config}']
const cleaner = (mode = 'honest', known = baseline) => {
  const none = { nuke: undefined, tenant: undefined }
  return createCleaner({
    commands: { aws: { nuke: commandOf(mode), tenant: undefined }, azure: none, gcp: none },
    baseline: async () => known,
  })
}
const signal = () => new AbortController().signal
const nuke = (mode?: string, run = {}) =>
  cleaner(mode).nuke(access, { signal: signal(), keep: [], deploymentId: null, ...run })
const errorOf = async (work: Promise<unknown>): Promise<CloudError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(CloudError)
  return error as CloudError
}

test('a cleaner scans first, then removes, and leaves the baseline', async () => {
  expect(await nuke()).toEqual({ removed: [bucket, instance] })
  expect(await standing()).toEqual([role])
  expect((await runs()).map((run) => run.real)).toEqual([false, true])
  expect(await cleaner().inventory(access, { signal: signal() })).toEqual({ residue: [role], left: [] })
})

test('does not start a removal in an account with nothing to remove', async () => {
  await setResources(role)
  expect(await nuke()).toEqual({ removed: [] })
  expect((await runs()).map((run) => run.real)).toEqual([false])
})

test('accepted residue remains and is reported as such', async () => {
  await setResources(role, key, bucket)
  expect(await nuke('honest', { keep: [key] })).toEqual({ removed: [bucket] })
  expect(await standing()).toEqual([role, key])
})

describe('a cleaner that', () => {
  test('falsely reports an empty account is detected by the missing baseline', async () => {
    const error = await errorOf(cleaner('sees nothing').inventory(access, { signal: signal() }))
    expect(error.message).toContain('found none of the resources that every account has')
  })

  test('falsely reports a removal is detected by the next scan', async () => {
    expect((await nuke('forgets')).removed).toEqual([bucket, instance])
    expect((await cleaner('forgets').inventory(access, { signal: signal() })).left).toEqual([bucket, instance])
  })

  test('could not scan a type does not count, even with exit code 0', async () => {
    const error = await errorOf(cleaner('blind').inventory(access, { signal: signal() }))
    expect(error.message).toContain('could not scan everything')
  })

  test('hangs is stopped at its timeout, with all its child processes', async () => {
    const driver = { ...cleaner('hangs'), stagesOf: () => [] } as unknown as CloudDriver
    const impatient = withCallTimeouts(driver, { inventory: 4, nuke: 5 } as never)
    const error = await errorOf(impatient.inventory(access, { signal: signal() }))
    expect([error.kind, error.message]).toEqual([
      'timeout',
      'The provider did not finish “inventory” within 4 seconds.',
    ])
    const [{ pid }] = await runs()
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'))
  })

  test('fails half-way reports the removed resources', async () => {
    const error = await errorOf(nuke('fails half-way'))
    expect(error.removed).toEqual([bucket])
    expect(error.message).toContain('ended with the code 1')
    expect(await standing()).toEqual([role, instance])
  })

  test('prints 10 MB without a line break is read', async () => {
    expect(await nuke('floods')).toEqual({ removed: [bucket, instance] })
  })

  test('ends with an unknown code does not count', async () => {
    expect((await errorOf(nuke('unknown code'))).message).toContain('ended with the code 99')
  })

  test('is missing is reported', async () => {
    const none = { nuke: undefined, tenant: undefined }
    const commands = { aws: { nuke: ['/no/such/cleaner', '{config}'], tenant: undefined }, azure: none, gcp: none }
    const missing = createCleaner({ commands, baseline: async () => baseline })
    expect((await errorOf(missing.inventory(access, { signal: signal() }))).message).toContain(
      'The program /no/such/cleaner cannot be started',
    )
  })

  test('names a different account is stopped', async () => {
    expect((await errorOf(nuke('aims elsewhere'))).message).toContain('999999999999, which is another account')
    expect((await runs()).map((run) => run.real)).toEqual([false])
  })
})

test('a cleaner gets one account, its credentials, and none of the server’s environment', async () => {
  vi.stubEnv('SECRET_KEY', 'not for a cleaner')
  vi.stubEnv('AWS_PROFILE', 'production')
  await nuke()
  vi.unstubAllEnvs()
  const [run] = await runs()
  expect(Object.keys(run.config.accounts)).toEqual(['111122223333'])
  expect(run.config.blocklist).toEqual(['999999999999'])
  expect(run.env).toEqual(expect.arrayContaining(['AWS_ACCESS_KEY_ID', 'AWS_EC2_METADATA_DISABLED', 'HOME']))
  expect(run.env).not.toEqual(expect.arrayContaining(['SECRET_KEY']))
  expect(run.env).not.toEqual(expect.arrayContaining(['AWS_PROFILE']))
  expect(JSON.stringify(run.flags)).not.toContain('canary-secret')
})

test('an account on the blocklist is never cleaned', async () => {
  const blocked = cleaner('honest', { ...baseline, blocklist: [access.account_id] })
  expect((await errorOf(blocked.nuke(access, { signal: signal(), keep: [], deploymentId: null }))).kind).toBe('refused')
  expect(await runs()).toEqual([])
})

test('resources outside the account are cleaned after it, by the tag of the deployment', async () => {
  const outside = join(folder, 'outside.json')
  const guest = { type: 'GuestUser', name: 'lab-guest' }
  await writeFile(outside, JSON.stringify([guest]))
  const none = { nuke: undefined, tenant: undefined }
  const tenant = [
    process.execPath,
    program,
    'honest',
    outside,
    '--config',
    '{config}',
    '--account',
    '{account}',
    '--mark',
    '{deployment}',
  ]
  const both = createCleaner({
    commands: { aws: { nuke: commandOf('honest'), tenant }, azure: none, gcp: none },
    baseline: async () => baseline,
  })
  expect((await both.inventory(access, { signal: signal() })).left).toEqual([bucket, instance, guest])
  const { removed } = await both.nuke(access, { signal: signal(), keep: [], deploymentId: 'd-1' })
  expect(removed).toEqual([bucket, instance, guest])
  expect(JSON.parse(await readFile(outside, 'utf8'))).toEqual([])
  const last = (await readFile(`${outside}.runs`, 'utf8')).trim().split('\n').at(-1) ?? ''
  expect(JSON.parse(last).flags).toEqual(expect.arrayContaining(['111122223333', 'd-1']))
})

test('a cleaner dies with the worker that started it, and removes nothing afterwards', async () => {
  const worker = startChild('start-cleaner', [program, store])
  await vi.waitFor(async () => expect(await runs()).toHaveLength(1), { timeout: 10_000 })
  const [{ pid }] = await runs()
  process.kill(pid, 0)
  worker.process.kill('SIGKILL')
  await worker.ended
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 20_000 })
})
