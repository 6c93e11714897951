import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../test/app.ts'
import { freePort } from '../../test/servers/postgres.ts'
import { runCommand } from '../../test/spawn.ts'
import { hashPassword } from '../areas/platform/auth/passwords/hash.ts'
import { audit, rateLimits, sessions, uploads, users } from '../db/schema/index.ts'

const root = mkdtempSync(join(tmpdir(), 'flagyard-server-'))
const demo = fileURLToPath(new URL('../../../content/demo', import.meta.url))
const current_password = 'the present long one'
let app: TestApp
let url = ''
let recovery: string[] = []

beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  app = await startTestApp({ config: testConfig({ port, publicUrl: url }) })
  await app.deps.queue.start('all')
  await app.app.listen({ port, host: '127.0.0.1' })
  const editor = app.as('editor', { roles: ['user', 'admin'], capabilities: ['content'] })
  await editor.getMe()
  const password_hash = await hashPassword(current_password)
  await app.deps.db.update(users).set({ password_hash }).where(eq(users.username, 'editor'))
  const { key } = await editor.setUpTotp({ proofPayload: { current_password } })
  recovery = (await editor.confirmTotp({ totpCodePayload: { code: generateSync({ secret: key }) } })).codes
})
afterAll(async () => {
  await app.deps.queue.stop()
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

// Each run signs in, and the number of codes per five minutes is limited.
beforeEach(() => app.deps.db.delete(rateLimits))

const run = (args: string[], env: Record<string, string> = {}) =>
  runCommand('flagyard', ['content', ...args, '--server', url], {
    INIT_CWD: root,
    FLAGYARD_USERNAME: 'editor',
    FLAGYARD_PASSWORD: current_password,
    FLAGYARD_CODE: recovery.pop() ?? '',
    ...env,
  })

test('compares, imports and exports a folder with a running server, and uploads its videos once', async () => {
  const preview = await run(['diff', demo])
  expect(preview.output).toMatch(/^added {4}course aws-red-team-foundations$[\s\S]*Preview: 15 added\.\n$/m)
  expect(preview.errors).toContain('Sending how-iam-decides.webm')
  expect(await app.asVisitor.listCourses()).toEqual([])
  const imported = await run(['import', demo])
  expect(imported).toEqual({ code: 0, output: preview.output.replace('Preview', 'Done'), errors: '' })
  expect((await app.asVisitor.listCourses()).length).toBeGreaterThan(0)
  expect((await app.deps.db.select().from(audit).where(eq(audit.action, 'courses.create')))[0]?.actor).toBe('editor')
  const sent = await app.deps.db.select().from(uploads).where(eq(uploads.kind, 'film'))
  expect(new Set(sent.map(({ filename }) => filename)).size).toBe(sent.length)

  const exported = await run(['export', 'out'])
  expect(exported.output).toMatch(/out has 68 texts and 18 files\.\nLeft out: 10 secrets of flags\./)
  const film = readFileSync(join(demo, 'files/how-iam-decides.webm'))
  const stored = join(root, `out/files/${createHash('sha256').update(film).digest('hex')}.webm`)
  expect(readFileSync(stored).equals(film)).toBe(true)
  expect((await run(['diff', 'out'])).output).toBe('Preview: nothing to change.\n')
  expect(
    (await app.deps.db.select().from(sessions)).filter(
      ({ ended_at, user_agent }) => !ended_at && user_agent !== 'vitest',
    ),
  ).toEqual([])
}, 180_000)

test('reports errors with file and line, and missing permissions', async () => {
  mkdirSync(join(root, 'wrong/bundles'), { recursive: true })
  writeFileSync(join(root, 'wrong/bundles/all.yaml'), 'title: All\nprice:\n  amount: 3\ncourses:\n  - nowhere\n')
  expect(await run(['import', 'wrong'])).toEqual({
    code: 65,
    output: '',
    errors: 'bundles/all.yaml:5: There is no course nowhere.\n\n1 problem\n',
  })
  expect(await run(['export', 'secret', '--with-secrets'])).toMatchObject({
    code: 65,
    errors: expect.stringContaining('Needs the capability owner'),
  })
  expect(await run(['diff', 'wrong'], { FLAGYARD_PASSWORD: 'another' })).toMatchObject({ code: 65, output: '' })
}, 120_000)

test('never sends a password in plain text, and never prompts without a keyboard', async () => {
  const server = (address: string) =>
    runCommand('flagyard', ['content', 'diff', demo, '--server', address], { INIT_CWD: root })
  expect(await server('http://training.example.org')).toMatchObject({
    code: 64,
    errors: expect.stringContaining('must begin with https://'),
  })
  expect(await server(url)).toMatchObject({ code: 64, errors: expect.stringContaining('set FLAGYARD_USERNAME') })
}, 180_000)
