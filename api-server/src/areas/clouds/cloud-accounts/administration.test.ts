import { type Capability, type CloudAccount, type Operation, operations } from '@flagyard/api-types'
import { importColumnsOf } from '@flagyard/api-types/cloud-accounts/credentials'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '../../../../test/app.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import { audit, cloudAccounts, simulatedHistory, simulatedResources } from '../../../db/schema/index.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
})
beforeEach(() => bench.clear())
afterAll(() => bench.close())

const account_id = '123456789012'
const key = { type: 'aws_kms_key', name: 'pending-deletion' }
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error) => `${error.status} ${error.message}`,
  )
const fieldsOf = (promise: Promise<unknown>): Promise<{ field: string; message: string }[]> =>
  promise.then(
    () => [],
    (error) => error.errors,
  )
const page = () => bench.asAdmin.getCloudAccount({ id: account_id })
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const put = (resource: { type: string; name: string; attributes?: Record<string, string> }) =>
  bench.deps.db.insert(simulatedResources).values({ cloud: 'aws', account_id, ...resource })
const nuke = () => bench.asAdmin.nukeAwsAccount({ account_id, nukeConfirmation: { confirm: account_id } })
const sweep = async () => {
  await bench.queue.run('cloud-accounts.sweep')
  await bench.queue.work()
}
const summary = ({ status, lock_reason, allowed }: CloudAccount) => [status, lock_reason, allowed.join(' ')]

/** Adds an account in which every clean-up leaves the key behind, because the cloud deletes it later. */
async function quarantine() {
  const id = await bench.addAccount({ account_id, status: 'Dirty', nuke_failures: 2 })
  await put(key)
  await bench.fault({ step: 'nuke', effect: 'leave', times: 100 })
  await sweep()
  return id
}

describe('traces of earlier holders in an emptied account', () => {
  const everything = {
    type: 'aws_iam_user_policy_attachment',
    name: 'everything',
    attributes: { user: 'lab-user', policy_arn: 'arn:aws:iam::aws:policy/AdministratorAccess' },
  }
  const questions = [
    'aws cloudformation list-stacks',
    'aws ssm list-commands',
    'aws configservice list-discovered-resources --resource-type AWS::IAM::User --include-deleted-resources',
  ]
  /** Starts a lab in the only account. Its learner has every permission in it. */
  async function runLab(username: string) {
    await bench.enrol(username)
    const learner = await bench.as(username)
    const { id } = await learner.deployLab(bench.place)
    await bench.queue.work()
    await put(everything)
    const ask = (line: string) => learner.runShellLine({ id, shellLine: { line } })
    const end = async () => {
      await learner.destroyLab(bench.place)
      await bench.queue.work()
    }
    return { ask, end }
  }
  const resultsOf = ({ receipts }: CloudAccount) =>
    Object.fromEntries((receipts[0]?.traces ?? []).map(({ what, result }) => [what, result]))

  test('are invisible to the next holder, whatever permissions the lab grants, and are listed on the receipt', async () => {
    await bench.addAccount({ account_id })
    const first = await runLab('first-holder')
    await put({ type: 'aws_cloudformation_stack', name: 'stack-of-the-first' })
    await put({ type: 'aws_ssm_command', name: 'command-of-the-first' })
    await first.ask(
      'aws iam create-user --user-name made-by-the-first; aws iam delete-user --user-name made-by-the-first',
    )
    await first.end()
    const now = await page()
    expect(now.status).toBe('Available')
    expect(now.receipts.slice(0, 2).map(({ pass, traces }) => [pass, traces.length])).toEqual([
      [2, 5],
      [1, 0],
    ])
    expect(resultsOf(now)).toEqual({
      'Names of deleted stacks': 'denied',
      'Commands sent to machines, their output, sessions': 'denied',
      'Configuration history of resources': 'denied',
      'Event history of CloudTrail': 'not_checked',
      'Keys and secrets pending deletion': 'not_checked',
    })

    const second = await runLab('second-holder')
    for (const question of questions) {
      const { exit, output } = await second.ask(question)
      expect([exit, output], question).toEqual([
        254,
        expect.stringContaining('with an explicit deny in a service control policy'),
      ])
      expect(output).not.toContain('of-the-first')
    }
    // Labs may be about the trail, so each environment has a separate one.
    const trail = await second.ask('aws iam list-users; aws cloudtrail lookup-events')
    expect(trail.output).toContain('ListUsers')
    expect(trail.output).not.toMatch(/CreateUser|by-the-first/)
  })

  test('keep the account out of the pool while readable: the reason names the trace, and a nuke under the guard rail clears it', async () => {
    await bench.addAccount({ account_id, status: 'Dirty', nuke_failures: 2 })
    await put({ type: 'aws_cloudformation_stack', name: 'stack-of-the-first' })
    await bench.fault({ step: 'probe', effect: 'leave' })
    await sweep()
    const now = await page()
    expect([now.status, now.lock_reason]).toEqual(['Locked', 'quarantine'])
    expect(now.last_error).toMatch(/^The next holder could read what earlier ones left: .*\(stack-of-the-first\)/)
    expect(now.receipts[0]).toMatchObject({ pass: 2, left: { count: 0 }, cause: now.last_error })
    expect(now.receipts[0]?.traces[0]).toEqual({
      what: 'Names of deleted stacks',
      rights: ['cloudformation:ListStacks', 'cloudformation:DescribeStacks'],
      result: 'visible',
      names: ['stack-of-the-first'],
    })
    await bench.enrol('waiting')
    const waiting = await bench.as('waiting')
    const { id } = await waiting.deployLab(bench.place)
    await bench.queue.work()
    expect((await waiting.getDeployment({ id })).state).toBe('queued')
    await nuke()
    await bench.queue.work()
    expect((await waiting.getDeployment({ id })).state).toBe('running')
  })

  test('are also probed when an account is added', async () => {
    await bench.addAccount({ account_id, status: 'Pending' })
    const gone = { cloud: 'aws', account_id, type: 'aws_cloudformation_stack', name: 'stack-of-before' } as const
    await bench.deps.db.insert(simulatedHistory).values(gone)
    await bench.fault({ step: 'probe', effect: 'leave' })
    await bench.queue.run('cloud-accounts.sweep')
    await bench.queue.work()
    const now = await page()
    expect([now.status, resultsOf(now)['Names of deleted stacks']]).toEqual(['Available', 'denied'])
    expect(now.history.find(({ to }) => to === 'Dirty')?.reason).toContain('(stack-of-before)')
  })
})

describe('leftovers of a clean-up', () => {
  const accept = async (more: object = {}) =>
    bench.asAdmin.acceptCloudResidue({
      id: account_id,
      residueAcceptance: {
        version: (await page()).version,
        resources: [key],
        until: day(7),
        reason: 'Gone in a week',
        ...more,
      },
    })

  test('appear on the page with their receipt, can be accepted until a date, and then no longer block the account', async () => {
    await quarantine()
    const before = await page()
    expect(summary(before)).toEqual(['Locked', 'quarantine', 'update verify nuke accept_residue retire'])
    expect(before.receipts).toMatchObject([{ pass: 1, removed: { count: 0 }, left: { count: 1, first: [key] } }])
    const accepted = await accept()
    expect(accepted).toMatchObject({ accepted_residue: [key], residue_until: `${day(8)}T00:00:00.000Z` })
    expect(accepted.history[0]).toMatchObject({ by: 'administrator-of-tests', to: 'Locked' })
    await nuke()
    await bench.queue.work()
    const now = await page()
    expect([now.status, now.receipts[0]?.left.count]).toEqual(['Available', 0])
    expect(now.receipts[0]?.residue.first).toContainEqual(key)
    // The exception for the key must not excuse other resources.
    await put({ type: 'aws_instance', name: 'other' })
    await nuke()
    await bench.queue.work()
    expect(await page()).toMatchObject({ status: 'Dirty', last_error: '1 resource left: aws_instance other' })
  })

  test('are recorded when the cleaner stops at them: the receipt lists what was removed, what is left and why', async () => {
    await bench.addAccount({ account_id, status: 'Dirty', nuke_failures: 2 })
    const undeletable = 'KMSInvalidStateException: pending-deletion is pending deletion.'
    const created_at = (n: number) => sql`now() - make_interval(mins => ${n}::int)`
    const older = { type: 'aws_instance', name: 'older' }
    const newer = { type: 'aws_instance', name: 'newer' }
    const at = { cloud: 'aws', account_id } as const
    await bench.deps.db.insert(simulatedResources).values([
      { ...at, ...older, created_at: created_at(3) },
      { ...at, ...key, created_at: created_at(2), attributes: { undeletable } },
      { ...at, ...newer, created_at: created_at(1) },
    ])
    await sweep()
    const failed = await page()
    expect(failed).toMatchObject({ status: 'Locked', lock_reason: 'quarantine', last_error: undeletable })
    expect(failed.receipts).toMatchObject([
      { cause: undeletable, removed: { first: [newer] }, left: { first: [older, key] } },
    ])
    await accept()
    await nuke()
    await bench.queue.work()
    const now = await page()
    expect([now.status, now.last_error, await bench.standing()]).toEqual([
      'Available',
      null,
      [`${account_id} aws_kms_key.pending-deletion`],
    ])
    expect(now.receipts).toMatchObject([
      { pass: 2, cause: null, removed: { count: 0 } },
      { pass: 1, cause: null, removed: { first: [older] }, left: { count: 0 } },
      { cause: undeletable },
    ])
  })

  test('do not count as a pass if the cleaner did not finish, and rejected credentials are reported as the cause', async () => {
    await bench.addAccount({ account_id, status: 'Dirty' })
    await bench.fault({ step: 'nuke', effect: 'fail', message: 'Throttled' })
    await sweep()
    expect(await page()).toMatchObject({ status: 'Dirty', last_error: 'Throttled' })
    expect((await page()).receipts).toMatchObject([{ cause: 'Throttled', left: { count: 0 } }])
    expect((await page()).allowed).not.toContain('accept_residue')
    await bench.fault({ step: 'nuke', effect: 'refuse', message: 'InvalidClientTokenId' })
    await bench.fault({ step: 'inventory', effect: 'refuse', message: 'AccessDenied' })
    await nuke()
    await bench.queue.work()
    expect(await page()).toMatchObject({ status: 'Dirty', last_error: 'InvalidClientTokenId' })
    expect((await page()).receipts).toHaveLength(1)
  })

  test('are cleaned after the acceptance expires or is withdrawn; a leased account stays with its learner', async () => {
    const id = await quarantine()
    await accept()
    await nuke()
    await bench.queue.work()
    const { version } = await page()
    const withdrawn = await bench.asAdmin.withdrawCloudResidue({
      id: account_id,
      residueWithdrawal: { version, reason: 'Deleted by hand' },
    })
    expect([withdrawn.status, withdrawn.residue_until, withdrawn.accepted_residue]).toEqual(['Dirty', null, []])

    const until = sql`now() - interval '1 second'`
    const over = { accepted_residue: [key], residue_until: until, retry_at: null }
    const setStatus = async (status: 'Available' | 'Provisioned') => {
      bench.queue.waiting.length = 0
      await bench.deps.db
        .update(cloudAccounts)
        .set({ status, ...over })
        .where(eq(cloudAccounts.id, id))
      await bench.queue.run('cloud-accounts.sweep')
      return page()
    }
    expect(await setStatus('Provisioned')).toMatchObject({ status: 'Provisioned', residue_until: null })
    expect(await setStatus('Available')).toMatchObject({ status: 'Dirty', residue_until: null })
  })

  test('are rejected field by field: resources that were not left, past or distant dates, a missing reason, a stale version', async () => {
    await quarantine()
    const other = { type: 'aws_instance', name: 'a-learner’s' }
    expect(await fieldsOf(accept({ resources: [key, other] }))).toMatchObject([{ field: 'resources.1' }])
    expect(await fieldsOf(accept({ until: day(-1) }))).toMatchObject([{ field: 'until' }])
    expect(await fieldsOf(accept({ until: day(91) }))).toMatchObject([{ field: 'until' }])
    expect(await fieldsOf(accept({ reason: ' ' }))).toMatchObject([{ field: 'reason' }])
    expect(await refusal(accept({ version: 99 }))).toMatch(/^409 Someone else/)
    expect((await page()).residue_until).toBeNull()
  })
})

describe('credentials', () => {
  const verify = async () => {
    await bench.asAdmin.verifyCloudAccount({ id: account_id })
    const asked = await page()
    await bench.queue.work()
    return { asked, now: await page() }
  }

  test('are verified with the cloud on request; an Available account with failing credentials leaves the pool', async () => {
    await bench.addAccount({ account_id })
    const { asked, now } = await verify()
    expect([asked.is_checking, asked.checked_at]).toEqual([true, null])
    expect(now).toMatchObject({ is_checking: false, status: 'Available', check_error: null })
    expect(now.checked_at).not.toBeNull()

    await bench.fault({ step: 'verify', effect: 'refuse', message: 'InvalidClientTokenId' })
    const failed = (await verify()).now
    expect(failed).toMatchObject({ status: 'Pending', last_error: 'InvalidClientTokenId' })
    expect([failed.check_error, failed.next_try_at !== null]).toEqual(['InvalidClientTokenId', true])
    // A verification by hand does not wait for the next automatic try.
    expect((await verify()).now).toMatchObject({ status: 'Available', check_error: null, last_error: null })
    const entries = await bench.deps.db.select().from(audit).where(eq(audit.action, 'cloud_accounts.verify'))
    expect(entries).toHaveLength(3)
  })

  test('that fail keep a held account on hold, and new ones are verified immediately', async () => {
    await bench.addAccount({ account_id, status: 'Locked', lock_reason: 'hold' })
    await bench.fault({ step: 'verify', effect: 'refuse', message: 'Expired' })
    expect((await verify()).now).toMatchObject({ status: 'Locked', lock_reason: 'hold', check_error: 'Expired' })
    const credentials = { AWS_ACCESS_KEY_ID: 'AKIANEW', AWS_SECRET_ACCESS_KEY: 'fresh-canary' }
    const { version } = await page()
    await bench.asAdmin.updateAwsAccount({ awsAccountEdit: { account_id, version, credentials } })
    await bench.queue.work()
    expect(await page()).toMatchObject({ status: 'Locked', check_error: null, is_checking: false })
    expect(JSON.stringify([await page(), await bench.deps.db.select().from(audit)])).not.toContain('fresh-canary')
  })

  test('whose check was lost are verified by the next sweep', async () => {
    const id = await bench.addAccount({ account_id })
    const check_requested_at = sql`now() - interval '3 minutes'`
    await bench.deps.db.update(cloudAccounts).set({ check_requested_at }).where(eq(cloudAccounts.id, id))
    await sweep()
    expect(await page()).toMatchObject({ is_checking: false, check_error: null })
  })

  test('only accept the names of their cloud, so that none can change what a program does', async () => {
    const give = (credentials: Record<string, string>) =>
      fieldsOf(
        bench.asAdmin.updateAwsAccount({ awsAccountEdit: { account_id, name: 'One', region: 'r', credentials } }),
      ).then((errors) => errors.map(({ field }) => field))
    const good = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' }
    expect(await give({ ...good, LD_PRELOAD: '/tmp/x.so' })).toEqual(['credentials.LD_PRELOAD'])
    expect(await give({ AWS_ACCESS_KEY_ID: ' ' })).toEqual([
      'credentials.AWS_ACCESS_KEY_ID',
      'credentials.AWS_SECRET_ACCESS_KEY',
    ])
    expect(await give(good)).toEqual([])
  })
})

test('shows the holders of an account over time with the clean-ups around them, to support but not to content', async () => {
  const id = await bench.addAccount({ account_id, status: 'Dirty' })
  await sweep()
  await bench.enrol('learner')
  await bench.enrol('tina')
  for (const learner of [bench.asLearner, bench.as('tina')]) {
    await learner.deployLab(bench.place)
    await bench.queue.work()
    if (learner === bench.asLearner) {
      await learner.destroyLab(bench.place)
      await bench.queue.work()
    }
  }
  expect((await bench.accountNow(id)).status).toBe('Provisioned')
  const read = (capability: 'support' | 'content') =>
    bench
      .as(`reads-${capability}`, { roles: ['user', 'admin'], capabilities: [capability] })
      .listCloudAccountHolders({ id: account_id })
  const holders = await read('support')
  expect(holders).toMatchObject([
    { username: 'tina', lab: 'open-door', exam: null, until: null, after: null, before: { pass: 2 } },
    { username: 'learner', reason: 'learner', before: { pass: 2 }, after: { pass: 1, left: { count: 0 } } },
  ])
  const [tina, learner] = holders
  expect(tina!.before!.at > learner!.until! && learner!.after!.at < tina!.from).toBe(true)
  expect(learner!.before!.at < learner!.from).toBe(true)
  expect(await refusal(read('content'))).toMatch(/^403/)
  const held = await bench.asAdmin.listAwsAccounts({ filter: JSON.stringify({ holder: 'tina', region: 'eu-west-1' }) })
  expect(held.data.map((one) => one.id)).toEqual([account_id])
  expect((await bench.asAdmin.listAwsAccounts({ filter: '{"holder":"learner"}' })).total).toBe(0)
  expect((await bench.asAdmin.listAwsAccounts({ filter: '{"region":"eu-west-2"}' })).total).toBe(0)
})

test('never shows holder or lab to an administrator without support, finance, owner or cloud, in any answer, filter or export', async () => {
  await bench.addAccount({ account_id, status: 'Available' })
  await bench.enrol('tina')
  await bench.as('tina').deployLab(bench.place)
  await bench.queue.work()
  const reader = (...capabilities: Capability[]) =>
    bench.as(`reader-${capabilities.join()}`, { roles: ['user', 'admin'], capabilities })
  const exported = async (by: Api, ask: object) =>
    (await by.exportList({ list: 'listAwsAccounts', exportAsk: ask })).text()
  const filter = '{"holder":"tina"}'
  for (const by of ([[], ['content']] as Capability[][]).map((held) => reader(...held))) {
    const [row] = (await by.listAwsAccounts({})).data
    expect(row).toMatchObject({ id: account_id, status: 'Provisioned' })
    expect(row).not.toHaveProperty('holder')
    const one = await by.getCloudAccount({ id: account_id })
    for (const field of ['holder', 'lab']) expect(one).not.toHaveProperty(field)
    const columns = (await exported(by, {})).split('\r\n')[0]
    expect(columns).toMatch(/Status/)
    expect(columns).not.toMatch(/Holder|Lab"/)
    await expect(exported(by, { columns: [{ field: 'holder', head: 'Held by' }] })).rejects.toMatchObject({
      status: 422,
    })
    for (const ask of [() => by.listAwsAccounts({ filter }), () => exported(by, { filter })])
      await expect(ask()).rejects.toMatchObject({ status: 403 })
    // Every other read call that administrators may use and that has no value in its path.
    const calls = by as unknown as Record<string, (input: object) => Promise<unknown>>
    for (const [name, row] of Object.entries<Operation>(operations)) {
      if (row.auth !== 'admin' || row.method !== 'GET' || row.capabilities || row.path.includes('{')) continue
      const answer = await calls[name]?.(name === 'searchEverything' ? { q: 'tina' } : {})
      expect(JSON.stringify(answer), name).not.toMatch(/"tina|tina@|Tina Test/)
    }
  }
  for (const held of ['support', 'finance', 'owner', 'cloud'] as const) {
    const by = reader(held)
    expect((await by.listAwsAccounts({ filter })).data).toMatchObject([{ holder: 'tina', lab: 'open-door' }])
    expect(await by.getCloudAccount({ id: account_id })).toMatchObject({ holder: 'tina', lab: 'open-door' })
    expect(await exported(by, {})).toContain('"tina"')
  }
})

describe('an import', () => {
  const head = importColumnsOf('aws').join(',')
  const line = (n: number, more = '') =>
    `${100_000_000_000 + n},pool ${n},eu-west-1,AKIA${n},canary-secret-${n},${more}`
  const send = (lines: string[], dry_run: boolean) =>
    bench.asAdmin.importCloudAccounts({ cloudImport: { cloud: 'aws', csv: [head, ...lines].join('\n'), dry_run } })
  const lines = Array.from({ length: 50 }, (_, n) => line(n))
  const total = async () => (await bench.asAdmin.listAwsAccounts({})).total

  test('adds fifty accounts after a dry run; each is verified, and no answer or audit entry contains a secret', async () => {
    const dry = await send(lines, true)
    expect([dry.total, dry.refused, dry.added, await total()]).toEqual([50, 0, 0, 0])
    const done = await send(lines, false)
    expect([done.added, await total()]).toEqual([50, 50])
    await bench.queue.work()
    const list = await bench.asAdmin.listAwsAccounts({ filter: '{"status":"Available"}' })
    const entries = await bench.deps.db.select().from(audit)
    expect([list.total, entries.length]).toEqual([50, 50])
    expect(JSON.stringify([dry, done, list, entries])).not.toContain('canary-secret')
  })

  test('reports every error of each row by field, and adds nothing while any row has an error', async () => {
    await bench.addAccount({ account_id: '100000000001' })
    const bad = [line(0), '12,,eu-west-1,AKIA,canary-secret-x,', line(1), line(0), `${line(3)},more`, line(4, '"a, b"')]
    const dry = await send(bad, true)
    expect(dry.rows.map(({ line, errors }) => [line, errors.map(({ field }) => field).join(' ')])).toEqual([
      [2, ''],
      [3, 'account_id name'],
      [4, 'account_id'],
      [5, 'account_id'],
      [6, 'row'],
      [7, ''],
    ])
    const refused = send(bad, false)
    expect(await refusal(refused)).toBe('422 Nothing was added: 4 of 6 rows have errors.')
    expect((await fieldsOf(refused)).map(({ field }) => field)).toContain('rows.3.name')
    expect(await total()).toBe(1)
  })

  test.each([
    ['semicolons, CRLF and a byte order mark', ';', '\r\n', '\uFEFF', (name: string) => name],
    ['tabs and capitals', '\t', '\n', '', (name: string) => name.toUpperCase()],
    ['commas, CR and spaces', ',', '\r', '\r\r', (name: string) => ` ${name} `],
  ])('reads a file with %s, and tells the line that a row begins in', async (_, delimiter, end, start, written) => {
    await bench.clear()
    const row = (cells: string[]) => cells.join(delimiter)
    const empty = delimiter.repeat(12)
    const note = `"two${end}lines${delimiter}and ""more"""`
    const rows = [
      ...[row(head.split(',').map(written)), empty, row([...line(0).split(',').slice(0, 5), note])],
      ...['', `${row(line(1).split(','))}${empty}`, row(line(0).split(',')), empty],
    ]
    const csv = `${start}${rows.join(end)}`
    const report = await bench.asAdmin.importCloudAccounts({ cloudImport: { cloud: 'aws', csv, dry_run: true } })
    const before = start.length > 1 ? 2 : 0
    expect(report.rows.map(({ line, errors }) => [line - before, errors.map(({ message }) => message)])).toEqual([
      ...[
        [3, []],
        [6, []],
        [7, [`Line ${3 + before} already has this account`]],
      ],
    ])
  })

  test.each([
    ['without a column', 'account_id,name\n1,2', /lacks the columns region, AWS_ACCESS_KEY_ID/],
    ['with an unknown column', `${head},PATH\n1`, /Unknown columns: PATH/],
    ['with a column twice', `${head},name\n1`, /names a column twice/],
    ['without a row', head, /no account below/],
    [
      'that is not closed',
      `${head}\n"canary-secret`,
      /^This is not a CSV file: in line 2, a quotation mark is not closed$/,
    ],
    [
      'with a quotation mark in a cell',
      `${head}\n\n1,La"b,canary-secret`,
      /: in line 3, a quotation mark inside a cell/,
    ],
    ['with text after a quoted cell', `${head}\n"La"b,canary-secret`, /: in line 2, after a closing quotation mark/],
    ['of too many', [head, ...Array.from({ length: 501 }, (_, n) => line(n))].join('\n'), /at most 500/],
  ])('of a file %s is refused as a whole', async (_, csv, message) => {
    const cloudImport = { cloud: 'aws' as const, csv, dry_run: true }
    const [error] = await fieldsOf(bench.asAdmin.importCloudAccounts({ cloudImport }))
    expect(error).toMatchObject({ field: 'csv', message: expect.stringMatching(message) })
  })
})

describe('bulk actions on accounts', () => {
  const base = 200_000_000_000
  const verbs = ['hold', 'release', 'verify', 'nuke', 'retire'] as const
  const states: Partial<typeof cloudAccounts.$inferInsert>[] = [
    { status: 'Pending' },
    { status: 'Available' },
    { status: 'Locked', lock_reason: 'lease' },
    { status: 'Locked', lock_reason: 'reserved' },
    { status: 'Locked', lock_reason: 'hold' },
    { status: 'Locked', lock_reason: 'hold', used_contents: true },
    { status: 'Locked', lock_reason: 'quarantine', used_contents: true },
    { status: 'Provisioning' },
    { status: 'Provisioned' },
    { status: 'Provisioned', hold_reason: 'Asked for' },
    { status: 'Dirty' },
    { status: 'Nuking' },
    { status: 'Nuked' },
  ]
  const ids = states.map((_, n) => String(base + n))
  const make = async () => {
    await bench.clear()
    for (const [n, state] of states.entries()) await bench.addAccount({ account_id: ids[n]!, ...state })
  }
  const reason = 'The region is down'

  test.each(verbs)('%s: the dry run of a bulk action predicts its result for each account', async (verb) => {
    await make()
    const action = `aws_accounts.${verb}` as const
    const single = (await bench.asAdmin.listAwsAccounts({ sort: '["account_id","ASC"]' })).data
    // Holding one account also ends its lab. In bulk, accounts with a lab are refused.
    const isMeant = ({ allowed, status }: (typeof single)[number]) =>
      allowed.includes(verb) && !(verb === 'hold' && status.startsWith('Prov'))
    const can = single.filter(isMeant).map(({ id }) => id)
    const dry = await bench.asAdmin.previewBulk({ bulkPreviewAsk: { action, ids } })
    expect(dry.rows.map(({ id }) => id)).toEqual(can)
    const job = await bench.asAdmin.startBulk({ bulkAsk: { action, ids, reason, confirm: dry.changes } })
    expect([job.state, job.done, job.failed]).toEqual(['done', can.length, ids.length - can.length])
    const entries = await bench.deps.db.select().from(audit).where(eq(audit.subject_type, 'cloud_account'))
    expect(entries.map(({ subject_id }) => subject_id).toSorted()).toEqual(can)
    for (const entry of entries)
      expect(entry).toMatchObject({ action: `cloud_accounts.${verb}`, reason, job_id: job.id })
  })

  test('nuke or retire nothing before the number is confirmed, and never an account with a lab', async () => {
    for (const action of ['aws_accounts.nuke', 'aws_accounts.retire'] as const) {
      await make()
      const { changes } = await bench.asAdmin.previewBulk({ bulkPreviewAsk: { action, filter: '{}' } })
      const start = (confirm?: number) =>
        bench.asAdmin.startBulk({
          bulkAsk: { action, filter: '{}', reason, ...(confirm !== undefined && { confirm }) },
        })
      const asked = `422 To confirm, type how many will change: ${changes}.`
      expect([await refusal(start()), await refusal(start(changes + 1))]).toEqual([asked, asked])
      expect(await bench.deps.db.$count(audit)).toBe(0)
      await start(changes)
      const list = (await bench.asAdmin.listAwsAccounts({ sort: '["account_id","ASC"]' })).data
      const underLab = ['Provisioning', 'Provisioned', 'Provisioned']
      expect(list.map(({ status }) => status).filter((status) => status.startsWith('Prov'))).toEqual(underLab)
    }
  })
})
