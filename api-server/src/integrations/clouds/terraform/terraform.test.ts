import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { type FolderCloud, folderCloud } from '../../../../test/terraform/folder-cloud.ts'
import { describeWithTerraform, terraformProgram, testModules } from '../../../../test/terraform/terraform.ts'
import { terraformEnvironments, terraformStates } from '../../../db/schema/index.ts'
import { createSecrets } from '../../../secrets.ts'
import { modulesFolder } from '../../../server-folder.ts'
import type { Build, CloudAccess, ResourceName } from '../driver.ts'
import type { Program } from '../run-program.ts'
import { writePins } from './pin-modules.ts'
import { createStates } from './states.ts'
import { createTerraformClouds, type TerraformOptions, terraformStages } from './terraform.ts'

const SECRET = 'canary-credential-8812'
const FLAG = 'FLAG{0123456789abcdef0123456789abcdef}'
const isAlive = (pid: number) => existsSync(`/proc/${pid}`)
const access: CloudAccess = {
  cloud: 'gcp',
  account_id: 'lab-1',
  region: 'europe-west1',
  credentials: { GOOGLE_CREDENTIALS: SECRET },
}

describeWithTerraform('the real program', () => {
  let opened: TestDatabase
  let folder: string
  let cloud: FolderCloud
  let started: { program: Pick<Program, 'args' | 'env' | 'cwd'>; pid: number }[]
  const secrets = createSecrets('a secret key of the tests, long enough')
  const log = Fastify({ logger: { level: 'silent' } }).log

  beforeAll(async () => {
    opened = await openTestDatabase()
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'terraform-test-'))
    for (const name of ['cloud', 'work', 'cache']) mkdirSync(join(folder, name))
    cloud = folderCloud(join(folder, 'cloud'))
    started = []
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await opened.db.delete(terraformEnvironments)
  })

  const clouds = (more: Partial<TerraformOptions> = {}) =>
    createTerraformClouds(
      { db: opened.db, secrets, log },
      {
        program: terraformProgram,
        modules: testModules,
        pluginCache: join(folder, 'cache'),
        providerMirror: undefined,
        workFolder: join(folder, 'work'),
        aws: { role: undefined },
        cleaner: cloud,
        onStart: (program, pid) => started.push({ program, pid }),
        ...more,
      },
    )
  const yard = (variables: Record<string, string> = {}, more: Partial<Build> = {}): Build => ({
    deployment_id: randomUUID(),
    module: 'fake/yard',
    module_version: '1.0.0',
    module_stages: [],
    variables: { cloud: join(folder, 'cloud'), ...variables },
    flags: { flag_shed: FLAG },
    ...more,
  })
  const call = () => ({ signal: new AbortController().signal })
  /** Records the stages and the plan of a build. */
  function follow(signal = new AbortController().signal) {
    const lines: string[] = []
    const states: string[] = []
    const planned: ResourceName[] = []
    return {
      lines,
      states,
      planned,
      signal,
      async onProgress({ stage, state, log: more }: { stage: string; state: string; log: string[] }) {
        if (states.at(-1) !== `${stage}: ${state}`) states.push(`${stage}: ${state}`)
        lines.push(...more)
      },
      async onPlan(all: ResourceName[]) {
        planned.push(...all)
        return ['Planned, and within its limits.']
      },
    }
  }
  const environmentOf = async (id: string) =>
    (await opened.db.select().from(terraformEnvironments).where(eq(terraformEnvironments.deployment_id, id)))[0]
  const nothingLeft = () => expect(readdirSync(join(folder, 'work'))).toEqual([])

  test('deploys a module, reports its stages, returns its outputs with the flag, and destroys it', async () => {
    const driver = clouds({ modules: modulesFolder })
    const build = yard({ title: 'Notes', pages: '4' }, { module: 'local/notebook', flags: { flag_notebook: FLAG } })
    const seen = follow()
    const result = await driver.apply(access, build, seen)
    expect(result).toEqual({
      outputs: { title: 'Notes', last_page: `Page 4: ${FLAG}` },
      console_url: 'https://notebook.example/',
      credentials: [
        { label: 'User name', value: 'reader', secret: false },
        { label: 'Password', value: expect.stringMatching(/^key of /), secret: true },
      ],
    })
    expect(seen.states).toEqual(terraformStages.flatMap((stage) => [`${stage}: active`, `${stage}: done`]))
    expect(seen.planned).toEqual([
      { type: 'terraform_data', name: 'cover' },
      { type: 'terraform_data', name: 'key' },
      ...[0, 1, 2, 3].map((index) => ({ type: 'terraform_data', name: `page[${index}]` })),
    ])
    expect(seen.lines).toContain('Planned, and within its limits.')
    expect(seen.lines).toContainEqual(expect.stringMatching(/^terraform_data.cover: Creation complete/))
    expect(await driver.readOutputs(access, build, call())).toEqual(result)

    const { removed } = await driver.destroy(access, build.deployment_id, call())
    expect(removed).toHaveLength(6)
    expect(removed).toContainEqual({ type: 'terraform_data', name: 'page[3]' })
    expect(await environmentOf(build.deployment_id)).toBeUndefined()
    expect(await driver.destroy(access, build.deployment_id, call())).toEqual({ removed: [] })
    nothingLeft()
  })

  test('applies changes in place, and refuses those that would rebuild', async () => {
    const driver = clouds()
    const build = yard({ note: 'first' })
    await driver.apply(access, build, follow())
    const changed = { ...build, variables: { ...build.variables, note: 'second' } }
    await driver.update(access, changed, call())
    expect((await driver.readOutputs(access, build, call()))?.outputs.note).toBe('second')

    const rebuilt = driver.update(access, { ...changed, variables: { ...changed.variables, sheds: '3' } }, call())
    await expect(rebuilt).rejects.toMatchObject({ kind: 'refused', message: expect.stringContaining('in place') })
    expect(cloud.standing()).toEqual(['terraform_data.shed-0', 'terraform_data.shed-1'])
    await expect(driver.update(access, yard(), call())).rejects.toMatchObject({ kind: 'refused' })
  })

  test('treats outside values as data: expressions, quotes and line breaks are unchanged', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the braces are of Terraform's language, and stay as they are.
    const hostile = '${path.module} %{ for x in y }"\'\n"}\n$(id)`id`\\ \u2028'
    const driver = clouds()
    const { outputs } = await driver.apply(
      access,
      yard({ note: hostile, 'not a name': hostile, __proto__: hostile }),
      follow(),
    )
    expect(outputs.note).toBe(hostile)
    // A number variable does not evaluate expressions.
    const failed = driver.apply(access, yard({ sheds: '1 + 1' }), follow())
    await expect(failed).rejects.toThrow(/number/)
  })

  test('two concurrent deploys build separately; two runs on one environment never overlap', async () => {
    const driver = clouds()
    const [one, two] = [yard({ note: 'one' }), yard({ note: 'two' }, { flags: { flag_shed: 'FLAG{two}' } })]
    const results = await Promise.all([one, two].map((build) => driver.apply(access, build, follow())))
    expect(results.map(({ outputs }) => outputs.note)).toEqual(['one', 'two'])
    expect(results.map(({ outputs }) => outputs.flag)).toEqual([FLAG, 'FLAG{two}'])

    // A live run holds the lock, so the other run changes nothing.
    const states = createStates(opened.db, secrets)
    const token = randomUUID()
    await states.acquire(one.deployment_id, token)
    const stopped = new AbortController()
    const other = driver.destroy(access, one.deployment_id, { signal: stopped.signal })
    const isWaiting = expect.poll(async () => (await environmentOf(one.deployment_id))?.run_token)
    await isWaiting.toBe(token)
    stopped.abort(new Error('given up'))
    await expect(other).rejects.toThrow()
    expect(cloud.standing()).toHaveLength(2)

    // The run died, so its lock is released.
    await states.lock(one.deployment_id, token, { ID: 'of the dead' })
    await opened.db.update(terraformEnvironments).set({ heartbeat_at: sql`now() - interval '1 minute'` })
    expect((await driver.destroy(access, one.deployment_id, call())).removed).toHaveLength(3)
  })

  test('an aborted apply is interrupted, and nothing is built on top of it', async () => {
    const build = yard({ slow: '60000' })
    const stopped = new AbortController()
    const seen = follow(stopped.signal)
    const driver = clouds({ stopWithinMs: 10_000 })
    const applying = driver.apply(access, build, seen)
    await expect.poll(() => cloud.standing(), { timeout: 15_000 }).toHaveLength(2)
    stopped.abort(new Error('The server stops'))
    await expect(applying).rejects.toThrow('The server stops')
    expect(isAlive(started.at(-1)!.pid)).toBe(false)
    expect((await environmentOf(build.deployment_id))?.phase).toBe('applying')
    nothingLeft()

    expect(await driver.readOutputs(access, build, call())).toBeNull()
    await expect(driver.apply(access, build, follow())).rejects.toThrow(/stopped during the build/)
    await driver.nuke(access, { ...call(), keep: [], deploymentId: build.deployment_id })
    expect([cloud.standing(), await environmentOf(build.deployment_id)]).toEqual([[], undefined])
  })

  test('kills a program that ignores its stop signal, with all its child processes', async () => {
    const build = yard({ slow: '60000' })
    const stopped = new AbortController()
    const driver = clouds({ program: stubbornProgram(), stopWithinMs: 300 })
    const applying = driver.apply(access, build, follow(stopped.signal))
    await expect.poll(() => started.at(-1)?.program.args[0]).toBe('init')
    const { pid } = started.at(-1)!
    stopped.abort(new Error('The server stops'))
    await expect(applying).rejects.toThrow('The server stops')
    expect(isAlive(pid)).toBe(false)
  })

  test('reports a program without output or with invalid output', async () => {
    const failing = (program: string) => clouds({ program }).apply(access, yard(), follow())
    await expect(failing(fakeProgram('process.exit(7)'))).rejects.toThrow(
      'Terraform ended with code 7 without an error message.',
    )
    await expect(
      failing(fakeProgram("process.stderr.write('Throttling: rate exceeded'); process.exit(1)")),
    ).rejects.toThrow('Throttling: rate exceeded')
    await expect(failing(join(folder, 'nowhere'))).rejects.toThrow(/cannot be started/)
    await expect(failing(fakeProgram("console.log('{{{'.repeat(1000)); process.exitCode = 0"))).rejects.toBeInstanceOf(
      Error,
    )
  })

  test('limits the log of a program that prints megabytes, and reads its outputs', async () => {
    // Terraform needs ten seconds of CPU time for sixty thousand lines.
    const lines = process.env.LONG ? 60_000 : 3_000
    // A plan and its outputs are a single line each.
    const long = 'x'.repeat(100_000)
    const seen = follow()
    const noisy = clouds().apply(access, yard({ noise: String(lines), sheds: '1', note: long }), seen)
    await expect(noisy).resolves.toMatchObject({ outputs: { flag: FLAG, note: long.slice(0, 4_000) } })
    expect(seen.lines.join('').length).toBeLessThan(lines * 170 + 2 * long.length)
    expect(seen.states.at(-1)).toBe('Reading what was built: done')
  })

  test('a run that was considered dead writes no state and changes no phase afterwards', async () => {
    const states = createStates(opened.db, secrets)
    const build = yard()
    await clouds().apply(access, build, follow())
    const id = build.deployment_id
    const [old, now] = [randomUUID(), randomUUID()]
    await states.acquire(id, old)
    await states.lock(id, old, { ID: 'lock' })
    await opened.db.update(terraformEnvironments).set({ heartbeat_at: sql`now() - interval '1 minute'` })
    expect(await states.acquire(id, now)).toBeDefined()
    expect(await states.touch(id, old)).toBe(false)
    expect(await states.setPhase(id, old, 'destroying')).toBe(false)
    expect(await states.write(id, old, '{}', 'lock')).toBe(false)
    expect(await states.read(id, old)).toBe('stale')
    expect(await states.lock(id, old, { ID: 'again' })).toBe('stale')
    expect(await states.unlock(id, old, 'lock')).toBe(false)
    // Only the holder of Terraform's lock can write.
    expect(await states.write(id, now, '{}', 'lock')).toBe(false)
    expect(await states.lock(id, now, { ID: 'mine' })).toBeNull()
    expect(await states.lock(id, now, { ID: 'other' })).toEqual({ ID: 'mine' })
    expect(await states.write(id, now, '{"serial":9}', 'mine')).toBe(true)
    expect(await states.read(id, now)).toBe('{"serial":9}')
  })

  test('seals each state for its own row, and stores the latest five', async () => {
    const states = createStates(opened.db, secrets)
    const build = yard()
    await clouds().apply(access, build, follow())
    const id = build.deployment_id
    const token = randomUUID()
    await states.acquire(id, token)
    for (let serial = 0; serial < 7; serial++) await states.write(id, token, JSON.stringify({ serial }))
    const rows = await opened.db.select().from(terraformStates).orderBy(terraformStates.number)
    expect(rows).toHaveLength(5)
    expect(secrets.open('terraform-state', rows[4]!.id, rows[4]!.sealed)).toBe('{"serial":6}')
    expect(() => secrets.open('terraform-state', rows[3]!.id, rows[4]!.sealed)).toThrow()
    await opened.db.update(terraformStates).set({ sealed: rows[3]!.sealed }).where(eq(terraformStates.id, rows[4]!.id))
    await expect(states.read(id, token)).rejects.toThrow()
  })

  test('a full disk during a run is a clear error and leaves no partial file', async ({ skip }) => {
    const tiny = join(folder, 'tiny')
    mkdirSync(tiny)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', tiny], { stdio: 'ignore' })
    } catch {
      skip('needs the right to mount a tmpfs')
    }
    try {
      const modules = join(folder, 'modules')
      cpSync(testModules, modules, { recursive: true })
      writeFileSync(join(modules, 'fake/yard/1.0.0/big.txt'), Buffer.alloc(2_000_000))
      await writePins(modules)
      await expect(clouds({ workFolder: tiny, modules }).apply(access, yard(), follow())).rejects.toThrow(
        'The disk of the server is full, so nothing could be prepared and nothing was built.',
      )
      expect([readdirSync(tiny), cloud.standing()]).toEqual([[], []])
    } finally {
      execFileSync('umount', [tiny])
    }
  })

  test('a disk too full for a state is a clear error, and the state is stored later', async () => {
    const build = yard()
    // The database rejects states until Terraform has given up and saved the state in its folder.
    let full = true
    const states = createStates(opened.db, secrets)
    const fullDisk = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
    const refusing: typeof states = {
      ...states,
      write: (id, token, text, lock) =>
        full && lock !== undefined ? Promise.reject(fullDisk) : states.write(id, token, text, lock),
    }
    await expect(clouds({ states: refusing }).apply(access, build, follow())).rejects.toThrow(
      'The state could not be stored: could not extend file: No space left on device',
    )
    full = false
    const token = randomUUID()
    await states.acquire(build.deployment_id, token)
    expect(await states.read(build.deployment_id, token)).toContain('terraform_data')
    await states.release(build.deployment_id, token)
    expect((await clouds().destroy(access, build.deployment_id, call())).removed).toHaveLength(3)
    expect(cloud.standing()).toEqual([])
    nothingLeft()
  })

  test('accepts only unchanged pinned modules without external sources', async () => {
    const modules = join(folder, 'modules')
    cpSync(testModules, modules, { recursive: true })
    const driver = clouds({ modules })
    const build = yard()
    await driver.apply(access, build, follow())
    appendFileSync(join(modules, 'fake/yard/1.0.0/main.tf'), '\n')
    await expect(driver.apply(access, yard(), follow())).rejects.toThrow(/changed after it was pinned/)
    await writePins(modules)
    await expect(driver.readOutputs(access, build, call())).rejects.toThrow(
      /has changed since this environment was started/,
    )
    for (const [module, module_version] of [
      ['fake/yard', '2.0.0'],
      ['../yard', '1.0.0'],
      ['fake/yard', '../1.0.0'],
    ] as const)
      await expect(driver.apply(access, yard({}, { module, module_version }), follow())).rejects.toThrow(
        /There is no module/,
      )
    symlinkSync('/etc/hostname', join(modules, 'fake/yard/1.0.0/link.tf'))
    await expect(driver.apply(access, yard(), follow())).rejects.toThrow(/only plain files/)
  })

  test('verifies credentials by a plan, which leaves nothing behind', async () => {
    await clouds().verify(access, call())
    expect(started.map(({ program }) => program.args[0])).toEqual(['init', 'plan', 'show'])
    expect(await opened.db.select().from(terraformEnvironments)).toEqual([])
  })

  /** A test program in place of Terraform. */
  function fakeProgram(code: string): string {
    const file = join(folder, `program-${randomUUID()}`)
    writeFileSync(file, `#!${process.execPath}\n${code}\n`, { mode: 0o755 })
    return file
  }
  const stubbornProgram = () => fakeProgram("process.on('SIGINT', () => {}); setInterval(() => {}, 1000)")

  test('no secret appears in an argument, a log line, an error or a remaining file', async () => {
    process.env.FLAGYARD_TEST_CANARY = 'canary-of-the-server'
    const driver = clouds()
    const seen = follow()
    const found: string[] = []
    const reading = clouds({
      onStart(program, pid) {
        started.push({ program, pid })
        for (const file of readdirSync(program.cwd, { recursive: true, withFileTypes: true })) {
          if (!file.isFile()) continue
          const path = join(file.parentPath, file.name)
          // The program is already running, so a file may have been removed.
          const text = existsSync(path) ? readFileSync(path) : ''
          for (const secret of [SECRET, FLAG, program.env.TF_HTTP_PASSWORD ?? ''])
            if (text.includes(secret)) found.push(`${file.name}: ${secret}`)
        }
        expect(statSync(program.cwd).mode & 0o077).toBe(0)
      },
    })
    const build = yard({ fail: 'leak' })
    await expect(reading.apply(access, build, seen)).rejects.toThrow(/The provider says •••••• and ••••••/)
    delete process.env.FLAGYARD_TEST_CANARY
    expect(seen.lines.join('\n')).toContain('••••••')
    expect(JSON.stringify([seen.lines, started.map(({ program }) => program.args)])).not.toMatch(
      new RegExp(`${SECRET}|0123456789abcdef`),
    )
    for (const { program } of started) {
      expect(JSON.stringify(program.args)).not.toContain(program.env.TF_HTTP_PASSWORD)
      expect(program.env).not.toHaveProperty('FLAGYARD_TEST_CANARY')
      expect(program.env.GOOGLE_CREDENTIALS).toBe(SECRET)
    }
    expect(found).toEqual([])
    nothingLeft()

    await driver.destroy(access, build.deployment_id, call())
    const stored = await opened.db.execute(sql`select * from terraform.environments, terraform.states`)
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${SECRET}|0123456789abcdef`))
  })
})
