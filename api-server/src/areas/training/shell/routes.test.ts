import { operations as literal } from '@flagyard/api-types'
import { createClient } from '@flagyard/api-types/contract/client'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { injecting } from '../../../../test/app.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import {
  cloudAccounts,
  deployments,
  labs,
  missingCommands,
  rateLimits,
  shellLog,
  shells,
} from '../../../db/schema/index.ts'

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
  await bench.enrol('learner')
  await bench.enrol('tina')
})
afterAll(() => bench.close())
beforeEach(async () => {
  await bench.clear()
  await bench.deps.db.delete(rateLimits)
})

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => ({ code: 'accepted', message: '' }),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  )

/** Deploys a lab for the learner, and returns the functions to type in its shell. */
async function deployed(as = bench.asLearner) {
  await bench.addAccount()
  const { id } = await as.deployLab(bench.place)
  await bench.queue.work()
  return { id, type: (line: string) => as.runShellLine({ id, shellLine: { line } }) }
}

test('keeps files, history and folder from line to line until the lab ends', async () => {
  const { id, type } = await deployed()
  const before = await bench.asLearner.getShell({ id })
  expect(before).toMatchObject({ cloud: 'aws', history: [], read_only: false, prompt: 'learner@aws:~$ ' })
  expect(before.banner).toContain('simulated AWS account')
  expect(await type('echo one > notes.txt; echo two >> notes.txt')).toMatchObject({ output: '', exit: 0 })
  expect(await type('cat notes.txt')).toMatchObject({ output: 'one\ntwo\n', exit: 0 })
  const complete = (line: string) => bench.asLearner.completeShellLine({ id, shellPrefix: { line } })
  expect(await complete('cat no')).toMatchObject({ from: 4, words: ['notes.txt'] })
  expect((await complete('aws sts get-c')).words).toContain('get-caller-identity')
  const shell = await bench.asLearner.getShell({ id })
  expect(shell.history).toEqual(['echo one > notes.txt; echo two >> notes.txt', 'cat notes.txt'])
  expect(shell.files).toContainEqual({ path: '/home/learner/notes.txt', bytes: 8 })
  await bench.asLearner.destroyLab(bench.place)
  expect(await refusal(type('cat notes.txt'))).toMatchObject({ code: 'conflict' })
  await bench.queue.work()
  await bench.queue.run('shell.forget')
  await bench.queue.run('shell.forget')
  expect(await bench.deps.db.select().from(shells)).toEqual([])
})

test('downloads a file of the shell unchanged, and only existing ones', async () => {
  const { id, type } = await deployed()
  await type('echo "a,b" > found.csv')
  const file = await bench.asLearner.downloadShellFile({ id, shellDownload: { path: '/home/learner/found.csv' } })
  expect(await file.text()).toBe('a,b\n')
  for (const path of ['/etc/passwd', '../../etc/passwd', '__proto__', '/home/learner/other'])
    expect(await refusal(bench.asLearner.downloadShellFile({ id, shellDownload: { path } }))).toMatchObject({
      code: 'not_found',
    })
})

test('answers 404 to every call to the shell of another learner', async () => {
  const { id, type } = await deployed()
  await type('echo secret > mine.txt')
  const tina = await bench.as('tina')
  for (const call of [
    () => tina.getShell({ id }),
    () => tina.runShellLine({ id, shellLine: { line: 'cat mine.txt' } }),
    () => tina.completeShellLine({ id, shellPrefix: { line: 'cat m' } }),
    () => tina.downloadShellFile({ id, shellDownload: { path: '/home/learner/mine.txt' } }),
    () => bench.asAdmin.getShell({ id }),
  ])
    expect(await refusal(call())).toMatchObject({ code: 'not_found' })
})

test('shows an impersonating administrator that there is a shell, but not what was done in it', async () => {
  const { id, type } = await deployed()
  await type('export TOKEN=hidden-thing; echo hidden-thing > secret.txt')
  const staff = { roles: ['user', 'admin'] as ('user' | 'admin')[], capabilities: ['support'] }
  const ticket = await bench
    .as('ada', staff)
    .startImpersonation({ username: 'learner', impersonationPayload: { reason: 'She cannot open her shell' } })
  const session = await bench.asVisitor.redeemImpersonation({ impersonationCode: { code: ticket.code } })
  const looking = createClient(literal, { send: injecting(bench.app, async () => session.access_token) })
  const shell = await looking.getShell({ id })
  expect(shell).toMatchObject({ read_only: true, history: [], files: [] })
  expect(JSON.stringify(shell)).not.toMatch(/hidden-thing|AKIA/)
  expect(await refusal(looking.runShellLine({ id, shellLine: { line: 'ls' } }))).toMatchObject({
    code: 'read_only_session',
  })
})

test('two tabs lose no changes: lines wait for the shell', async () => {
  const { id, type } = await deployed()
  await Promise.all(Array.from({ length: 12 }, (_, n) => type(`echo ${n} > file-${n}.txt`)))
  const { files, history } = await bench.asLearner.getShell({ id })
  expect(files.filter(({ path }) => path.includes('/file-'))).toHaveLength(12)
  expect(history).toHaveLength(12)
})

test('opens only while its lab runs: neither before nor after its credentials are revoked', async () => {
  const { id, type } = await deployed()
  await bench.deps.db.update(deployments).set({ credentials_revoked_at: new Date() }).where(eq(deployments.id, id))
  expect(await refusal(type('ls'))).toMatchObject({ code: 'conflict' })
  await bench.deps.db
    .update(deployments)
    .set({ credentials_revoked_at: null, state: 'provisioning' })
    .where(eq(deployments.id, id))
  expect(await refusal(type('ls'))).toMatchObject({ code: 'conflict' })
})

test('rejects a line that is too long or contains NUL or half a character, and stops a flood with a message', async () => {
  const { type } = await deployed()
  expect(await refusal(type('a'.repeat(16_001)))).toMatchObject({ code: 'invalid' })
  expect(await refusal(type('echo a\0b'))).toMatchObject({ code: 'invalid' })
  expect(await refusal(type('echo \ud800'))).toMatchObject({ code: 'invalid' })
  const flood = await type(`x=${'y'.repeat(5_000)}; while true; do echo $x$x$x$x; done`)
  expect(flood.output.length).toBeLessThan(300_000)
  expect(flood.exit).not.toBe(0)
  expect(flood.output.slice(-80)).toContain('one line may print')
  const loop = await type('while true; do :; done')
  expect(loop.exit).not.toBe(0)
  expect(loop.output).not.toBe('')
  // The shell still answers the next line.
  expect(await type('echo still here')).toMatchObject({ output: 'still here\n' })
})

test('escapes control characters and direction marks, wherever they come from', async () => {
  const { type } = await deployed()
  const moving = '\u001b]0;renamed\u0007\u001b[2J\u001b[31mred\u202egnp'
  const { output } = await type(`echo '${moving}' | tee file.txt; cat file.txt`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  expect(output).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
  expect(output).toContain('red')
})

test('hides the paths and the environment of the server', async () => {
  const { type } = await deployed()
  for (const line of [
    'cat /etc/passwd',
    'cat ../../../../proc/self/environ',
    'cat /srv/flagyard/.env',
    'cat ~root/.ssh/id_rsa',
  ])
    expect((await type(line)).exit).not.toBe(0)
  const { output } = await type('env; echo $SECRET_KEY $DATABASE_URL')
  expect(output).not.toMatch(/SECRET_KEY=|DATABASE_URL=|NODE_/)
})

test('counts missing commands for authors by their words, but nothing that looks like a secret', async () => {
  const { type } = await deployed()
  for (const line of ['traceroute example.org', 'traceroute example.org', 'Hunter2Hunter2', 'AKIAABCDEFGHIJKLMNOP'])
    expect((await type(line)).exit).not.toBe(0)
  expect(await bench.asAdmin.listMissingCommands({ slug: bench.lab.slug })).toMatchObject([
    { command: 'traceroute', count: 2 },
  ])
  await bench.deps.db.delete(missingCommands)
})

test('opens the defender’s question once the flags are solved, and judges and stores the answer', async () => {
  const { db } = bench.deps
  const defense = {
    question: 'Which of these should have raised the alarm, and by what rule?',
    alarms: [{ action: 'sts:AssumeRole', resource: 'audit-reader' }],
    rules: [
      { text: 'Any call at night', right: false },
      { text: 'A role assumed from outside of its account', right: true },
    ],
    explanation: 'The trust is what opened it.',
  }
  await db.update(labs).set({ defense }).where(eq(labs.id, bench.lab.id))
  const { id } = await deployed()
  const { slug } = bench.lab
  expect(await bench.asLearner.getLabDefense({ slug })).toMatchObject({ state: 'closed', question: null, lines: [] })
  await db.insert(shellLog).values(
    ['sts:GetCallerIdentity', 'sts:AssumeRole', 's3:GetObject'].map((action, n) => ({
      deployment_id: id,
      at: new Date(Date.UTC(2026, 0, 1, 10, n)),
      line_id: `line-${n}`,
      identity: 'arn:aws:iam::1:user/lab-user',
      action,
      resource: 'arn:aws:iam::1:role/audit-reader',
      source_ip: '198.51.100.7',
      user_agent: 'aws-cli',
      error: null,
      record: 'management' as const,
      kept: action !== 's3:GetObject',
      event: {},
    })),
  )
  const answer = (line_id: string, rule: number) =>
    bench.asLearner.answerLabDefense({ slug, labDefenseAnswer: { line_id, rule } })
  expect(await refusal(answer('line-1', 1))).toMatchObject({ code: 'not_earned' })
  for (const [type, flag] of [
    ['STATIC', 'audit-reader'],
    ['DYNAMIC', await bench.planted(id)],
    ['NOFLAG', ''],
  ] as const)
    await bench.asLearner.submitFlag({ id: bench.flags[type], submitFlagPayload: { flag } })

  const open = await bench.asLearner.getLabDefense({ slug })
  expect(open).toMatchObject({ state: 'open', question: defense.question, answer: null, explanation: null })
  // Lines without a log entry in the account are not listed.
  expect(open.lines.map(({ action }) => action)).toEqual(['sts:GetCallerIdentity', 'sts:AssumeRole'])
  expect(JSON.stringify(open)).not.toContain('The trust is what')
  expect(await answer('line-0', 1)).toMatchObject({
    answer: { line_right: false, rule_right: true },
    explanation: null,
  })
  expect(await refusal(answer('line-2', 1))).toMatchObject({ code: 'invalid' })
  expect(await refusal(answer('line-1', 9))).toMatchObject({ code: 'invalid' })
  expect(await answer('line-1', 1)).toMatchObject({
    answer: { line_right: true, rule_right: true },
    explanation: 'The trust is what opened it.',
  })
  // A correct answer stays correct.
  expect(await answer('line-0', 0)).toMatchObject({ answer: { line_id: 'line-1', rule: 1 } })
  const tina = await bench.as('tina')
  expect((await tina.getLabDefense({ slug })).lines).toEqual([])
  await db.update(labs).set({ defense: null }).where(eq(labs.id, bench.lab.id))
})

test('does not change an environment that ends while a line waits', async () => {
  const { id, type } = await deployed()
  await bench.asLearner.destroyLab(bench.place)
  expect(await refusal(type('echo late > late.txt'))).toMatchObject({ code: 'conflict' })
  expect(await bench.deps.db.select().from(shells).where(eq(shells.deployment_id, id))).toEqual([])
  expect((await bench.deps.db.select().from(cloudAccounts)).length).toBe(1)
})
