/**
 * Builds a release, and installs, runs and upgrades it from docs/how-to/install.md, command by command. Also runs it as an image with a read-only root
 * as an arbitrary user. Needs minisign and buildah, which scripts/ci.ts installs for the long tests.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { operations } from '@flagyard/api-types'
import { createClient } from '@flagyard/api-types/contract/client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { parse } from 'yaml'
import { describeOnPostgres } from './database.ts'
import { pdfText } from './fixtures/pdf-text.ts'
import { type MailServer, startMailServer } from './servers/mail-server.ts'
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
    'is installed, sells, is backed up, destroyed and restored as its page says, and stops without leaving a process',
    { timeout: 400_000 },
    async () => {
      const mail = await startMailServer()
      onTestFinished(mail.close)
      const port = await freePort()
      const origin = `http://localhost:${port}`
      const database = new URL(postgres?.url ?? '')
      database.pathname = '/flagyard'
      const blocks = [...read('docs/how-to/install.md').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(
        ([, block = '']) =>
          block
            .replaceAll(/^ {3}/gm, '')
            .replaceAll(/(?<![\w.])\/(opt|etc|var)\b/g, `${folder}/$1`)
            .replaceAll('3001', String(port))
            .replace(/postgres:\/\/\S+/, database.href)
            .replace(/smtp:\/\/\S+/, mail.url),
      )
      const [unpack = '', configure = '', create = '', check = '', start = '', fill = '', ...later] = blocks
      const [backUp = '', destroy = '', restore = '', plan = '', image] = later
      expect(start).toBe('flagyard start\n')
      expect(image).toContain('podman build')
      mkdirSync(join(folder, 'opt'))
      const env = {
        PATH: `${findBinaries()}:/usr/bin:/bin`,
        PGHOST: database.hostname,
        PGPORT: database.port,
        PGUSER: database.username,
        PGPASSWORD: decodeURIComponent(database.password),
      }
      // Asynchronous, because the mail server is in this process.
      const run = async (...scripts: string[]) => {
        const bash = spawn('bash', ['--norc', '-euc', scripts.join('\n')], { cwd: folder, env })
        const [[code], output, errors] = await Promise.all([once(bash, 'close'), text(bash.stdout), text(bash.stderr)])
        expect([code, code === 0 ? '' : `${output}${errors}`]).toEqual([0, ''])
        return output
      }
      await run(unpack, configure)
      const password = /Password, shown only once: (\S+)/.exec(await run(create))?.[1] ?? ''
      const settings = create
        .split('\n')
        .filter((line) => /^(export|set) /.test(line))
        .join('\n')
      const startServer = async () => {
        const server = spawn('bash', ['--norc', '-euc', `${settings}\nexec ${start}`], {
          cwd: folder,
          env,
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        onTestFinished(() => void server.kill('SIGKILL'))
        await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), { timeout: 60_000 })
        return server
      }
      expect(await run(settings, check)).toMatch(/\nErrors: 0\. Warnings: 0\.\n$/)
      expect(mail.taken.map(({ to }) => to)).toEqual([['ada@example.org']])

      const server = await startServer()
      await run(settings, fill)
      const shown = JSON.parse(await run(settings, 'flagyard version --json'))
      expect(shown).toEqual({ version, commit: expect.any(String), schema: expect.any(String) })
      expect(await (await signIn(origin, 'ada', password)).getVersion()).toEqual(shown)
      const sold = await sell(origin, password, mail)
      expect((await fetch(`${origin}/admin`)).status).toBe(200)
      await run(settings, backUp)
      await stop(server)
      const files = sumsOf(join(folder, 'var/lib/flagyard/files'))
      expect(Object.keys(files).length).toBeGreaterThan(5)
      await run(settings, destroy)
      expect(existsSync(join(folder, 'var/lib/flagyard'))).toBe(false)

      expect(await run(settings, restore)).toMatch(/Last invoice: INV-\d{4}-\d{6}/)
      expect(sumsOf(join(folder, 'var/lib/flagyard/files'))).toEqual(files)
      const restored = await startServer()
      const buyer = await signIn(origin, 'grace', BUYER_PASSWORD)
      expect(await buyer.getOrder({ id: sold.order.id })).toEqual(sold.order)
      expect(await readInvoice(buyer, sold.order)).toEqual(sold.invoice)
      const admin = await signIn(origin, 'ada', password)
      expect((await admin.listTransfers({ id: sold.order.id })).transfers).toHaveLength(1)
      expect(await run(settings, plan)).toBe('No migration is pending.\n')
      await stop(restored)
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

const BUYER_PASSWORD = 'not-a-common-one-7'

/** The first sale, as the page describes it: a company buys two seats by transfer, and the administrator records the money. */
async function sell(origin: string, password: string, mail: MailServer) {
  const admin = await signIn(origin, 'ada', password)
  const seller = { name: 'Flagyard Ltd', address: 'Hafenstraße 1\n20457 Hamburg', country: 'DE', tax_id: 'DE136695976' }
  const account = { iban: 'DE89370400440532013000', bic: null, email: 'billing@example.org', footer: '' }
  await admin.updateSeller({
    sellerInput: {
      ...seller,
      ...account,
      oss_registered: false,
      time_zone: 'Europe/Berlin',
      valid_from: '2020-01-01',
      version: 0,
    },
  })
  const visitor = clientOf(origin)
  const [username, email, full_name] = ['grace', 'grace@example.org', 'Grace Hopper']
  await visitor.signup({
    signUpPayload: { username, email, full_name, password: BUYER_PASSWORD, accept_terms: true },
  })
  const token = await vi.waitFor(
    () => {
      const { content } = mail.taken.find(({ to }) => to.includes(email)) ?? { content: '' }
      const [, found] = /#token=([\w-]+)/.exec(content.replaceAll('=\r\n', '').replaceAll('=3D', '=')) ?? []
      if (!found) throw new Error('There is no mail with a link yet.')
      return found
    },
    { timeout: 30_000 },
  )
  await visitor.activateAccount({ activateAccountPayload: { token } })
  const buyer = await signIn(origin, username, BUYER_PASSWORD)
  const { order_id: id } = await buyer.purchaseCourse({
    purchaseCoursePayload: {
      slug: 'aws-red-team-foundations',
      quantity: 2,
      billing: { company: 'Navy Ltd', country: 'DE' },
      pay_by: 'transfer',
    },
  })
  const { total } = await buyer.getOrder({ id })
  const { version } = await admin.listTransfers({ id })
  const received_on = new Date().toISOString().slice(0, 10)
  await admin.recordTransfer({
    id,
    transferInput: { version, amount: total.amount, received_on, reference: 'Statement 1' },
  })
  const order = await buyer.getOrder({ id })
  expect(order.state).toBe('fulfilled')
  return { order, invoice: await readInvoice(buyer, order) }
}

type ApiClient = ReturnType<typeof clientOf>

async function readInvoice(buyer: ApiClient, { id, documents }: Awaited<ReturnType<ApiClient['getOrder']>>) {
  const answer = await buyer.downloadOrderDocument({ id, document_id: documents[0]?.id ?? '' })
  const invoice = pdfText(Buffer.from(await answer.arrayBuffer()))
  expect(invoice).toContain('Navy Ltd')
  return invoice
}

/** Calls over HTTP, like a browser on the same origin. */
const clientOf = (origin: string, headers: Record<string, string> = {}) =>
  createClient(operations, {
    send: ({ method, path, json, form }) =>
      fetch(`${origin}/api/v1${path}`, {
        method,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...headers,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        body: json !== undefined ? JSON.stringify(json) : (form ?? null),
      }),
  })

async function signIn(origin: string, username: string, password: string): Promise<ApiClient> {
  const { access_token } = await clientOf(origin).signin({ username, password })
  return clientOf(origin, { authorization: `Bearer ${access_token}` })
}

/** Checksums of all files below a folder, by name. */
const sumsOf = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .sort()
      .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )

/** Stops a server within 30 seconds. */
async function stop(server: ChildProcess) {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 30_000, 'still running'))])).toEqual([
    0,
    null,
  ])
}
