import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, listMisspelt, loadConfig, parseConfig } from './config.ts'

const secret = 'a secret of at least thirty-two characters'
const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'flagyard-config-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

function problemsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('parseConfig', () => {
  test('gives every default of a demo', () => {
    expect(parseConfig({ DEMO: '1' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      demo: true,
      labDriver: 'simulated',
      role: 'all',
      logLevel: 'info',
      trustedProxies: [],
    })
  })

  test('sends telemetry only with a collector, and checks no other variable of OpenTelemetry without one', () => {
    const url = 'http://collector:4318'
    const of = (env: Record<string, string>) => parseConfig({ DEMO: '1', ...env }).telemetry
    expect(of({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_SERVICE_NAME: 'x' })).toBeUndefined()
    expect(of({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
    expect(of({ OTEL_EXPORTER_OTLP_ENDPOINT: url })).toMatchObject({ traces: true, metrics: true, ratio: 1 })
    expect(of({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_EXPORTER: 'none' })).toMatchObject({ traces: false })
    expect(of({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: url })).toMatchObject({ traces: false, metrics: true })
  })

  test('treats an empty or blank variable as unset', () => {
    expect(parseConfig({ DEMO: '1', PORT: '', DATABASE_URL: '  ' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    })
  })

  test('includes the port in the default origin, and removes a trailing slash', () => {
    expect(parseConfig({ DEMO: '1', PORT: '4100' }).publicUrl).toBe('http://localhost:4100')
    expect(parseConfig({ SECRET_KEY: secret, PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe('https://a.example')
  })

  test('reads scheduled backups, which must not be among the files', () => {
    const env = { DEMO: '1', DATA_DIR: '/data', BACKUP_TARGET: '/backups', BACKUP_TIMES: '14:00,02:00' }
    expect(parseConfig(env).backup).toMatchObject({
      target: { folder: '/backups' },
      times: ['02:00', '14:00'],
      keep: 14,
    })
    const bucket = { ...env, BACKUP_TARGET: 's3://backups/flagyard?region=eu-west-1' }
    expect(parseConfig(bucket).backup?.target).toMatchObject({ bucket: { name: 'backups', prefix: 'flagyard' } })
    const amongFiles = ['BACKUP_TARGET must not be below the place of the files, which are in every backup.']
    expect(problemsOf({ ...env, BACKUP_TARGET: '/data/files/backups' })).toEqual(amongFiles)
    expect(problemsOf({ ...bucket, FILES_URL: 's3://backups' })).toEqual(amongFiles)
    expect(problemsOf({ ...bucket, FILES_URL: 's3://backups/flagyard' })).toEqual(amongFiles)
    expect(problemsOf({ ...bucket, FILES_URL: 's3://backups/flag' })).toEqual([])
    expect(problemsOf({ ...env, BACKUP_TIMES: '2:00' })).toMatchObject([expect.stringContaining('times in UTC')])
    expect(problemsOf({ ...env, BACKUP_KEEP: '1' })).toMatchObject([expect.stringContaining('from 2 to 1000')])
    expect(problemsOf({ ...env, BACKUP_TARGET: 's3://key:secret@backups' }).join()).not.toContain('secret@')
  })

  test('accepts an international domain for the contact address', () => {
    expect(parseConfig({ DEMO: '1', CONTACT_EMAIL: 'hallo@bücher.example' }).contactEmail).toBe(
      'hallo@xn--bcher-kva.example',
    )
  })

  test('reports all problems together, each with its variable and the accepted values', () => {
    const problems = problemsOf({ PORT: 'http', ROLE: 'web', LOG_LEVEL: 'loud', PUBLIC_URL: 'https://a.example/x' })
    expect(problems).toEqual([
      'PORT must be a port number between 0 and 65535.',
      'PUBLIC_URL must be an origin such as https://training.example.org, without a path.',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
      'SECRET_KEY is required unless DEMO=1; generate one with: openssl rand -base64 33.',
      'ROLE must be all unless DATABASE_URL names a Postgres database.',
    ])
  })

  test.each([
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '80.5' }, 'PORT'],
    ...['0x1F90', '1e3', '+80', '080', '8 0'].flatMap((number) =>
      ['PORT', 'METRICS_PORT', 'SIMULATED_PACE_MS'].map((name): [Record<string, string>, string] => [
        { [name]: number },
        name,
      ]),
    ),
    [{ PORT: '0' }, 'PUBLIC_URL'],
    [{ MAX_STORED_SIZE: '1GiB', MAX_DOWNLOAD_SIZE: '1MiB' }, 'MAX_STORED_SIZE'],
    [{ MAX_PICTURE_SIZE: '60GiB' }, 'MAX_STORED_SIZE'],
    [{ DEMO: 'maybe' }, 'DEMO'],
    ...[
      'mysql://host/db',
      'postgres://',
      'postgres:///db',
      'postgres://host',
      'postgres://host/',
      'postgres://user:password@',
      'postgres://user:password@/db',
      'postgres://user@/?host=/run/postgresql',
      'postgres://host:port/db',
      'postgres://first,/db',
    ].map((DATABASE_URL): [Record<string, string>, string] => [{ DATABASE_URL }, 'DATABASE_URL']),
    [{ MAIL_URL: 'http://mail' }, 'MAIL_URL'],
    [{ MAIL_URL: 'smtp://mail' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_FROM'],
    [{ CONTACT_EMAIL: 'hello' }, 'CONTACT_EMAIL'],
    [{ CONTACT_EMAIL: 'a@b.example, c@d.example' }, 'CONTACT_EMAIL'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
    [{ STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ DEMO: '1', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ...Object.entries({
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_EXPORTER: 'zipkin',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
    }).map(([name, value]): [Record<string, string>, string] => [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', [name]: value },
      name,
    ]),
    [{ STRIPE_API_BASE: 'https://api.stripe.com.evil.example' }, 'STRIPE_API_BASE'],
    [{ STRIPE_API_BASE: 'http://api.stripe.com' }, 'STRIPE_API_BASE'],
    [{ STRIPE_API_BASE: 'http://10.0.0.1:80' }, 'STRIPE_API_BASE'],
    [{ STRIPE_API_BASE: 'http://127.0.0.1:80/path' }, 'STRIPE_API_BASE'],
    [{ FILES_URL: 'https://bucket.s3.amazonaws.com' }, 'FILES_URL'],
    [{ FILES_URL: 's3://Bucket' }, 'FILES_URL'],
    [{ FILES_URL: 's3://key:secret@bucket' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket/a b' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?endpoint=minio:9000' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?endpoint=https://s3.example/path' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?pathstyle=true' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?path-style=yes' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?encryption=rot13' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?encryption=AES256&kms-key=mine' }, 'FILES_URL'],
    [{ FILES_URL: 's3://bucket?region=a&region=b' }, 'FILES_URL'],
    [{ MEDIA_URL: 'store' }, 'MEDIA_URL'],
    [{ FILES_URL: 's3://bucket', MEDIA_URL: 'cdn.example' }, 'MEDIA_URL'],
    [{ FILES_URL: 's3://bucket', MEDIA_URL: 'https://cdn.example/videos' }, 'MEDIA_URL'],
    [
      { FILES_URL: 's3://bucket', MEDIA_URL: 'http://cdn.example', PUBLIC_URL: 'https://training.example' },
      'MEDIA_URL',
    ],
    [
      {
        FILES_URL: 's3://bucket?endpoint=http://s3.example',
        MEDIA_URL: 'store',
        PUBLIC_URL: 'https://training.example',
      },
      'MEDIA_URL',
    ],
    [{ LAB_DRIVER: 'terraform', DEMO: '1' }, 'LAB_DRIVER'],
    [{ AWS_LAB_ROLE: 'a role' }, 'AWS_LAB_ROLE'],
    [{ LAB_DRIVER: 'magic' }, 'LAB_DRIVER'],
    [{ SIMULATED_PACE_MS: 'soon' }, 'SIMULATED_PACE_MS'],
    [{ SIMULATED_PACE_MS: '-1' }, 'SIMULATED_PACE_MS'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES'],
    [{ SENTRY_DSN: 'nowhere' }, 'SENTRY_DSN'],
    [{ PUBLIC_URL: 'http://training.example' }, 'PUBLIC_URL'],
    [{ ALARM_WEBHOOK_URL: 'http://pager.example/hook', ALARM_WEBHOOK_SECRET: secret }, 'ALARM_WEBHOOK_URL'],
    [{ ALARM_WEBHOOK_URL: 'http://127.0.0.1:9/hook', ALARM_WEBHOOK_SECRET: secret }, 'ALARM_WEBHOOK_URL'],
    [{ ALARM_WEBHOOK_URL: 'https://me:word@pager.example', ALARM_WEBHOOK_SECRET: secret }, 'ALARM_WEBHOOK_URL'],
    [{ ALARM_WEBHOOK_URL: 'file:///etc/passwd', ALARM_WEBHOOK_SECRET: secret }, 'ALARM_WEBHOOK_URL'],
    [{ ALARM_WEBHOOK_URL: 'https://pager.example/hook' }, 'ALARM_WEBHOOK_SECRET'],
    [{ ALARM_WEBHOOK_URL: 'https://pager.example/hook', ALARM_WEBHOOK_SECRET: 'short' }, 'ALARM_WEBHOOK_SECRET'],
  ])('refuses %j in one sentence that begins with %s', (env: Record<string, string>, variable) => {
    const problems = problemsOf({ SECRET_KEY: secret, ...env })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${variable} .+\\.$`))
  })

  test.each([
    'postgres://host/db',
    'postgresql://us%40er@[::1]:5432/db?sslmode=require',
    'postgres://user@/db?host=/run/postgresql',
    'postgres:///db?host=/run/postgresql',
    'postgres://user:a,b@first:5432,second:5433/db?target_session_attrs=read-write',
  ])('takes the database %s', (DATABASE_URL) => {
    expect(problemsOf({ DEMO: '1', DATABASE_URL })).toEqual([])
  })

  test('requires a public address if the port is chosen at each start', () => {
    expect(problemsOf({ DEMO: '1', PORT: '0', PUBLIC_URL: 'http://localhost:8080' })).toEqual([])
  })

  test.each([
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['PUBLICURL', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['STRIPE_WEBHOOKSECRET', 'STRIPE_WEBHOOK_SECRET'],
    ['NUKE_AWZ', 'NUKE_AWS'],
    ['CLEAN_TENANT_AZUR', 'CLEAN_TENANT_AZURE'],
  ])('names the variable that %s is likely to mean: %s, and no value', (name, meant) => {
    const env = { [name]: 'hunter2' }
    expect(listMisspelt(env)).toEqual([`${name} is not a variable of Flagyard. Did you mean ${meant}?`])
    expect(listMisspelt({ ...env, [meant]: 'set' })).toEqual([])
    // A start that fails because of a missing variable reports it too.
    expect(problemsOf({ ...env, ROLE: 'nobody' })).toContain(listMisspelt(env)[0])
  })

  test('ignores the variables of other programs', () => {
    const others =
      'HOME PATH POST SORT PORTS HOSTNAME TERM NODE_ENV NODE_OPTIONS TEST_DATABASE_URL TEST_S3_URL CHROMIUM_PATH PGHOST PGDATABASE ' +
      'AWS_ACCESS_KEY_ID AWS_REGION AWS_PROFILE AWS_ROLE_ARN TF_DATA_DIR TF_LOG MAIL MAILCHECK NO_COLOR KUBERNETES_PORT'
    const env = Object.fromEntries(others.split(' ').map((name) => [name, 'value']))
    expect(listMisspelt(env)).toEqual([])
  })

  test('parses the bucket and options of FILES_URL', () => {
    const read = (FILES_URL: string) => parseConfig({ DEMO: '1', FILES_URL }).bucket
    const amazon = {
      name: 'films',
      prefix: '',
      endpoint: undefined,
      region: 'us-east-1',
      pathStyle: false,
      encryption: undefined,
      kmsKey: undefined,
    }
    expect(read('s3://films')).toEqual(amazon)
    expect(read('s3://films/live/files/?region=eu-west-1&encryption=aws:kms&kms-key=alias/films')).toEqual({
      ...amazon,
      prefix: 'live/files',
      region: 'eu-west-1',
      encryption: 'aws:kms',
      kmsKey: 'alias/films',
    })
    expect(read('s3://films?endpoint=http://minio:9000&path-style=true&encryption=AES256')).toEqual({
      ...amazon,
      endpoint: 'http://minio:9000',
      pathStyle: true,
      encryption: 'AES256',
    })
    expect(parseConfig({ DEMO: '1' }).bucket).toBeUndefined()
  })

  test('does not repeat secrets of FILES_URL in the error', () => {
    const problems = problemsOf({ SECRET_KEY: secret, FILES_URL: 's3://AKIAEXAMPLE:hunter2@bucket' })
    expect(problems).toEqual([
      'FILES_URL must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead.',
    ])
  })

  test('accepts addresses and networks of both families as proxies', () => {
    const list = '10.0.0.0/8, 192.168.1.5,fd00::/8'
    expect(parseConfig({ DEMO: '1', TRUSTED_PROXIES: list }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '192.168.1.5',
      'fd00::/8',
    ])
  })

  test('requires a secret key in production, but not in the demo', () => {
    expect(problemsOf({})).toEqual([
      'SECRET_KEY is required unless DEMO=1; generate one with: openssl rand -base64 33.',
    ])
    expect(problemsOf({ DEMO: '1' })).toEqual([])
  })

  test.each(['https://training.example', 'http://127.example', 'http://10.0.0.1', 'http://localhost.example'])(
    'a demo refuses the public address %s',
    (url) => {
      expect(problemsOf({ DEMO: '1', PUBLIC_URL: url })).toEqual([
        expect.stringMatching(/^PUBLIC_URL must be a loopback/),
      ])
    },
  )

  test.each(['http://localhost:8080', 'http://127.0.0.2', 'http://[::1]:3000'])('a demo may use %s', (url) => {
    expect(problemsOf({ DEMO: '1', PUBLIC_URL: url })).toEqual([])
  })

  test.each(['0.0.0.0', '::', '192.0.2.2', 'training.example'])('keeps the demo off the network: HOST %s', (host) => {
    expect(problemsOf({ DEMO: '1', HOST: host })).toEqual([expect.stringMatching(/^HOST must be a loopback/)])
    expect(problemsOf({ SECRET_KEY: secret, HOST: host })).toEqual([])
  })
})

describe('loadConfig', () => {
  test('stores the secret key and the demo password in the data folder, readable only by their owner', () => {
    const dataDir = folder()
    const first = loadConfig({ DEMO: '1', DATA_DIR: dataDir })
    const second = loadConfig({ DEMO: '1', DATA_DIR: dataDir })

    expect(first.secretKey.length).toBeGreaterThanOrEqual(43)
    expect(first.demoPassword?.length).toBeGreaterThanOrEqual(16)
    expect(second).toMatchObject({ secretKey: first.secretKey, demoPassword: first.demoPassword })
    for (const name of ['secret-key', 'demo-password']) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
    }
  })

  test('two data folders get two keys', () => {
    const [a, b] = [loadConfig({ DEMO: '1', DATA_DIR: folder() }), loadConfig({ DEMO: '1', DATA_DIR: folder() })]
    expect(a.secretKey).not.toBe(b.secretKey)
  })

  test('makes later files readable only by their owner', () => {
    const before = process.umask(0o022)
    onTestFinished(() => void process.umask(before))
    const dataDir = folder()
    loadConfig({ DEMO: '1', DATA_DIR: dataDir })
    writeFileSync(join(dataDir, 'export.zip'), 'somebody’s data')
    mkdirSync(join(dataDir, 'files'))
    expect(statSync(join(dataDir, 'export.zip')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'files')).mode & 0o777).toBe(0o700)
  })

  test('uses a given key and password unchanged, without storing them', () => {
    const dataDir = folder()
    const config = loadConfig({ DEMO: '1', DATA_DIR: dataDir, SECRET_KEY: secret, DEMO_PASSWORD: 'long enough' })
    expect(config).toMatchObject({ secretKey: secret, demoPassword: 'long enough' })
    expect(() => readFileSync(join(dataDir, 'secret-key'))).toThrow('ENOENT')
  })

  test('production has no demo password', () => {
    const config = loadConfig({ DATA_DIR: folder(), SECRET_KEY: secret, DEMO_PASSWORD: 'long enough' })
    expect(config.demoPassword).toBeUndefined()
  })

  test('says in one sentence why a data folder cannot be used', () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    expect(() => loadConfig({ DEMO: '1', DATA_DIR: file })).toThrow(
      `DATA_DIR cannot be used: the folder ${file} is a file.`,
    )
    expect(() => loadConfig({ DEMO: '1', DATA_DIR: join(file, 'below') })).toThrow('has a file as a parent')
  })

  test.skipIf(process.platform !== 'linux')('says so where no folder can be made', () => {
    expect(() => loadConfig({ DEMO: '1', DATA_DIR: '/proc/flagyard' })).toThrow(
      'the folder /proc/flagyard cannot be created there',
    )
  })

  test.skipIf(process.getuid?.() === 0)('reports a folder that is not writable', () => {
    const dataDir = folder()
    chmodSync(dataDir, 0o500)
    expect(() => loadConfig({ DEMO: '1', DATA_DIR: dataDir })).toThrow('is not writable by this user')
  })
})
