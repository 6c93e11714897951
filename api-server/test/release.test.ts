/**
 * Builds a release, and installs, runs and upgrades it from docs/how-to/install.md, command by command. Also runs it as an image with a read-only root
 * as an arbitrary user. Needs minisign and buildah, which scripts/ci.ts installs for the long tests.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { describeOnPostgres } from './database.ts'
import { findBinaries, freePort, type PrivatePostgres, startPostgres } from './servers/postgres.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

interface Pod {
  securityContext: object
  terminationGracePeriodSeconds?: number
  containers: { securityContext: object; readinessProbe?: { httpGet: { path: string } } }[]
}

describe('the examples in deploy', () => {
  test('the image, the unit and the Kubernetes example start the server as npm start does', () => {
    const { variables, flags, program, args } = JSON.parse(read('scripts/server-command.json'))
    const image = read('deploy/Containerfile')
    const entry = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(image)?.[1] ?? '')
    expect(entry).toEqual(['/opt/flagyard/bin/node', ...flags, `/opt/flagyard/${program}`])
    expect(JSON.parse(/^CMD (.+)$/m.exec(image)?.[1] ?? '')).toEqual(args)
    for (const [name, value] of Object.entries(variables)) expect(image).toContain(`${name}=${value}`)
    expect(image).toMatch(/^ARG BASE=\S+@sha256:[0-9a-f]{64}$/m)
    expect(read('deploy/flagyard.service')).toContain('ExecStart=/opt/flagyard/bin/flagyard start')
  })

  test('name the version of this release', () => {
    const { version } = JSON.parse(read('package.json'))
    for (const path of [
      'deploy/compose.yaml',
      'deploy/kubernetes.yaml',
      'deploy/Containerfile',
      'docs/how-to/install.md',
    ])
      expect([path, [...read(path).matchAll(/flagyard[:-](\d+\.\d+\.\d+)/g)].map(([, named]) => named)]).toEqual([
        path,
        expect.arrayContaining([version]),
      ])
    expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`)
  })

  test('Kubernetes probes the health of every process, which runs without privileges on a read-only root', () => {
    const { items } = parse(read('deploy/kubernetes.yaml')) as { items: { spec: { template?: { spec: Pod } } }[] }
    const pods = items.flatMap(({ spec }) => spec.template?.spec ?? [])
    expect(pods).toHaveLength(3)
    for (const { securityContext, containers, terminationGracePeriodSeconds } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsGroup: 0 })
      expect(containers[0]?.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      })
      if (terminationGracePeriodSeconds) expect(containers[0]?.readinessProbe?.httpGet.path).toBe('/readyz')
    }
    expect(Object.keys(parse(read('deploy/compose.yaml'), { merge: true }).services)).toContain('web-2')
  })

  test.skipIf(!has('systemd-analyze'))('systemd rates the exposure of the unit below 3 of 10', () => {
    const folder = mkdtempSync(join(tmpdir(), 'flagyard-unit-'))
    const unit = join(folder, 'flagyard@.service')
    writeFileSync(unit, read('deploy/flagyard.service'))
    const { stdout, status } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=30', unit], {
      encoding: 'utf8',
    })
    rmSync(folder, { recursive: true })
    expect([status, /Overall exposure level.*: (\d+\.\d)/.exec(stdout)?.[1]]).toEqual([
      0,
      expect.stringMatching(/^[0-2]\./),
    ])
  })
})

describeOnPostgres('a release', () => {
  const long = Boolean(process.env.LONG)
  const folder = mkdtempSync(join(tmpdir(), 'flagyard-release-'))
  const { version } = JSON.parse(read('package.json'))
  let postgres: PrivatePostgres | undefined

  beforeAll(async () => {
    if (!long) return
    postgres = await startPostgres({ env: { ...process.env, TEST_DATABASE_URL: '' } })
    const signing = has('minisign') ? ['--key', join(folder, 'key')] : []
    if (signing.length > 0)
      execFileSync('minisign', ['-G', '-W', '-p', join(folder, 'flagyard.pub'), '-s', join(folder, 'key')])
    execFileSync(process.execPath, ['scripts/release.ts', '--out', folder, ...signing], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    rmSync(join(folder, `flagyard-${version}`), { recursive: true })
  }, 600_000)
  afterAll(async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test.skipIf(!long || !has('minisign') || !findBinaries())(
    'is installed and run as its page says, and stops without leaving a process',
    { timeout: 300_000 },
    async () => {
      const port = await freePort()
      const database = new URL(postgres?.url ?? '')
      database.pathname = '/flagyard'
      const blocks = [...read('docs/how-to/install.md').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(
        ([, block = '']) =>
          block
            .replaceAll(/^ {3}/gm, '')
            .replaceAll(/(?<![\w.])\/(opt|etc|var)\b/g, `${folder}/$1`)
            .replaceAll('3001', String(port))
            .replace(/postgres:\/\/\S+/, database.href),
      )
      const [unpack = '', configure = '', create = '', start = '', fill = '', plan = ''] = blocks
      expect(start).toBe('flagyard start\n')
      mkdirSync(join(folder, 'opt'))
      const env = {
        PATH: `${findBinaries()}:/usr/bin:/bin`,
        PGHOST: database.hostname,
        PGPORT: database.port,
        PGUSER: database.username,
        PGPASSWORD: decodeURIComponent(database.password),
      }
      const run = (...scripts: string[]) =>
        execFileSync('bash', ['--norc', '-euc', scripts.join('\n')], { cwd: folder, env, encoding: 'utf8' })
      run(unpack, configure)
      const password = /Password, shown only once: (\S+)/.exec(run(create))?.[1] ?? ''
      const settings = create
        .split('\n')
        .filter((line) => /^(export|set) /.test(line))
        .join('\n')
      const server = spawn('bash', ['--norc', '-euc', `${settings}\nexec ${start}`], {
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      try {
        const origin = `http://localhost:${port}`
        await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), { timeout: 60_000 })
        run(settings, fill)
        expect(run(settings, plan)).toContain('No migration is pending')
        const headers = await signIn(origin, 'ada', password)
        const courses = await fetch(`${origin}/api/v1/courses/`, { headers })
        expect([courses.status, courses.headers.get('x-total-count')]).not.toEqual([200, '0'])
        expect((await fetch(`${origin}/admin`)).status).toBe(200)
        await stop(server)
      } finally {
        server.kill('SIGKILL')
      }
    },
  )

  test.skipIf(!long || !has('minisign'))(
    'a changed archive, changed sums and another key are refused by the commands of the page',
    () => {
      const copy = mkdtempSync(join(folder, 'tampered-'))
      const check = () => {
        const [verify = '', sums = ''] =
          /```sh\n([\s\S]*?)```/.exec(read('docs/how-to/install.md'))?.[1]?.split('\n') ?? []
        return spawnSync('bash', ['--norc', '-euc', `${verify}\n${sums}`], { cwd: copy, encoding: 'utf8' })
      }
      const archive = `flagyard-${version}.tar.gz`
      const put = () => {
        for (const name of [
          archive,
          `flagyard-${version}.cdx.json`,
          'SHA256SUMS',
          'SHA256SUMS.minisig',
          'flagyard.pub',
        ])
          cpSync(join(folder, name), join(copy, name))
      }
      put()
      expect(check().status).toBe(0)
      appendFileSync(join(copy, archive), 'x')
      const changed = check()
      expect([changed.status, changed.stdout]).toEqual([1, expect.stringContaining(`${archive}: FAILED`)])
      const sums = execFileSync('sha256sum', [archive, `flagyard-${version}.cdx.json`], { cwd: copy })
      writeFileSync(join(copy, 'SHA256SUMS'), sums)
      expect(check().stderr).toContain('Signature verification failed')
      put()
      execFileSync('minisign', ['-G', '-W', '-f', '-p', join(copy, 'flagyard.pub'), '-s', join(copy, 'key')])
      expect(check().stderr).toMatch(/Signature key id .* is .*\nbut the key id in the public key is/)
    },
  )

  test.skipIf(!long || !has('buildah') || process.getuid?.() !== 0)(
    'is an image below 350 MB that runs as any user on a read-only root',
    { timeout: 300_000 },
    async () => {
      execFileSync('tar', ['-xzf', `flagyard-${version}.tar.gz`], { cwd: folder })
      const store = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
      const buildah = (...args: string[]) =>
        execFileSync('buildah', [...store, ...args], {
          cwd: folder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        }).trim()
      makeBase(folder)
      buildah('bud', '--isolation', 'chroot', '-f', 'Base', '-t', 'base', 'base')
      const image = join(`flagyard-${version}`, 'deploy/Containerfile')
      buildah(
        'bud',
        '--isolation',
        'chroot',
        '--format',
        'docker',
        '--build-arg',
        'BASE=localhost/base',
        '-f',
        image,
        '-t',
        'flagyard',
        `flagyard-${version}`,
      )
      const [{ size }] = JSON.parse(buildah('images', '--json', 'localhost/flagyard')) as [{ size: string }]
      expect(Number.parseFloat(size)).toBeLessThan(350)
      expect(size).toMatch(/MB$/)
      const config = JSON.parse(buildah('inspect', '--type', 'image', 'localhost/flagyard')).Docker.config
      expect(config.User).toBe('65532:0')
      const mount = buildah('mount', buildah('from', 'localhost/flagyard'))
      expect(existsSync(join(mount, 'bin/sh'))).toBe(false)
      const port = await freePort()
      const server = spawn(
        'unshare',
        [
          '--mount',
          'bash',
          '-euc',
          `
      mount --bind "$0" "$0"; mount -o remount,ro,bind "$0"
      mount -t tmpfs tmpfs "$0/tmp"; mount -t tmpfs -o mode=770,gid=0 tmpfs "$0/data"
      exec chroot --userspec=12345:0 --groups=0 "$0" "$@"`,
          mount,
          ...config.Entrypoint,
          ...config.Cmd,
        ],
        {
          env: {
            ...Object.fromEntries(config.Env.map((one: string) => one.split(/=(.*)/s))),
            PATH: process.env.PATH,
            HOST: '127.0.0.1',
            PORT: String(port),
            DEMO: '1',
          },
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      )
      try {
        const healthy = () =>
          spawnSync(join(mount, 'opt/flagyard/bin/node'), config.Healthcheck.Test.slice(2), {
            env: { PORT: String(port) },
          }).status
        expect(healthy()).toBe(1)
        await vi.waitFor(() => expect(healthy()).toBe(0), { timeout: 60_000, interval: 500 })
        expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
        await stop(server)
      } finally {
        server.kill('SIGKILL')
      }
    },
  )
})

/** Like the base of the image, from Debian's packages: libraries, certificates and time zones. */
function makeBase(folder: string) {
  mkdirSync(join(folder, 'base/root/tmp'), { recursive: true })
  const packages = ['libc6', 'libgcc-s1', 'libstdc++6', 'ca-certificates', 'tzdata']
  execFileSync('apt-get', ['download', ...packages], { cwd: join(folder, 'base'), stdio: 'ignore' })
  execFileSync(
    'bash',
    ['-euc', 'for package in *.deb; do dpkg -x "$package" root; done; chmod 1777 root/tmp; mkdir -p root/proc'],
    { cwd: join(folder, 'base') },
  )
  writeFileSync(join(folder, 'Base'), 'FROM scratch\nCOPY root /\n')
}

async function signIn(origin: string, username: string, password: string) {
  const answer = await fetch(`${origin}/api/v1/auth/signin`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ username, password }),
  })
  expect(answer.status).toBe(200)
  const { access_token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

/** Stops a server within 30 seconds. */
async function stop(server: ChildProcess) {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 30_000, 'still running'))])).toEqual([
    0,
    null,
  ])
}
