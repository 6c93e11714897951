import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Cloud } from '@flagyard/api-types'
import { normalizeEmail } from '@flagyard/api-types/contract/email-address'
import { email } from '@flagyard/api-types/contract/fields'
import { z } from 'zod'
import { type CommandTemplate, parseTemplate } from './cleaner-template.ts'
import { loadOrCreateSecret, prepareDataDir } from './data-dir.ts'
import { namesDatabase } from './database-url.ts'
import {
  ARCHIVE_BYTES,
  DOWNLOAD_BYTES,
  FILM_BYTES,
  type FileLimits,
  PICTURE_BYTES,
  STORED_BYTES,
} from './file-limits.ts'
import { type Bucket, filesUrl, isOrigin } from './files-url.ts'
import { modulesFolder } from './server-folder.ts'

/** All settings from the environment, read once at start. */
export type Config = ReturnType<typeof parseConfig> & {
  secretKey: string
  /** Password of the demo accounts; only present in demo mode. */
  demoPassword: string | undefined
}

/** The environment is invalid; `problems` has one sentence for each faulty variable. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment, creates the data folder and adds the secrets that demo mode stores there. */
export function loadConfig(env: Environment): Config {
  const settings = parseConfig(env)
  prepareDataDir(settings.dataDir)
  const storedSecret = (name: string, bytes: number) => loadOrCreateSecret(settings.dataDir, name, bytes)
  return {
    ...settings,
    secretKey: settings.secretKey ?? storedSecret('secret-key', 32),
    demoPassword: settings.demo ? (settings.demoPassword ?? storedSecret('demo-password', 12)) : undefined,
  }
}

const oneOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })
const text = z.string()
/** A whole number in decimal digits; `0x1F90` and `1e3` are rejected as likely mistakes. */
const number = (min: number, max: number, error: string) =>
  text
    .regex(/^(0|[1-9]\d{0,9})$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })
const otlpUrl = z.url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:4318' }).optional()
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
/** A size in bytes, such as 500MiB. A file of a few bytes, or of many petabytes, is a typing error. */
const size = (bytes: number) =>
  text
    .regex(/^\d{1,15}(B|KiB|MiB|GiB|TiB)$/, { error: 'must be a size such as 500MiB or 4GiB' })
    .transform((value) => {
      return Number.parseInt(value, 10) * 1024 ** UNITS.indexOf(value.replace(/\d+/, ''))
    })
    .refine((value) => value >= 1024 && value <= 1024 ** 5, { error: 'must be from 1KiB to 1024TiB' })
    .default(bytes)
    .meta({ isQuantity: true })

/** A program and its arguments, with placeholders that are filled in for each run. */
const template = (kind: 'nuke' | 'tenant', cloud: Cloud) =>
  text
    .transform((line, context): CommandTemplate => {
      const parsed = parseTemplate(line, kind, cloud)
      if (typeof parsed !== 'string') return parsed
      context.addIssue({ code: 'custom', message: parsed })
      return z.NEVER
    })
    .optional()

/** Accepted values of each variable. A message completes a sentence that begins with the variable's name. */
const variables = {
  PORT: number(0, 65_535, 'must be a port number between 0 and 65535').default(3000),
  HOST: text.default('127.0.0.1'),
  METRICS_HOST: text.default('127.0.0.1'),
  METRICS_PORT: number(0, 65_535, 'must be a port number between 0 and 65535').optional(),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, { error: 'must be an origin such as https://training.example.org, without a path' })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: text.default('./data').transform((path) => resolve(path)),
  DATABASE_URL: text
    .refine(namesDatabase, {
      error:
        'must start with postgres:// and name a host and a database, such as postgres://user:password@host:5432/flagyard',
    })
    .optional(),
  DEMO: z
    .enum(['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'], { error: 'must be 1 or 0' })
    .default('0')
    .transform((word) => ['1', 'true', 'yes', 'on'].includes(word)),
  DEMO_VIDEOS: text.transform((path) => resolve(path)).optional(),
  DEMO_PASSWORD: text.min(8, { error: 'must have at least 8 characters' }).optional(),
  SECRET_KEY: text
    .min(32, { error: 'must have at least 32 characters, for example from: openssl rand -base64 33' })
    .optional(),
  MAIL_URL: text.regex(/^smtps?:\/\/./, { error: 'must start with smtp:// or smtps://' }).optional(),
  MAIL_FROM: text
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, { error: 'must be one address, such as Flagyard <hello@example.org>' })
    .optional(),
  CONTACT_EMAIL: text
    .overwrite(normalizeEmail)
    .refine((address) => email.safeParse(address).success, { error: 'must be one address, such as hello@example.org' })
    .optional(),
  STRIPE_SECRET_KEY: text
    .regex(/^(sk|rk)_(test|live)_\w+$/, { error: 'must be a secret or restricted key of Stripe, such as sk_test_…' })
    .optional(),
  STRIPE_WEBHOOK_SECRET: text
    .regex(/^whsec_\S+$/, { error: 'must be the signing secret of a webhook of Stripe, such as whsec_…' })
    .optional(),
  STRIPE_API_BASE: text
    .refine(isStripeAddress, { error: 'must be https://api.stripe.com, or a loopback address for tests' })
    .optional(),
  FILES_URL: filesUrl.optional(),
  MEDIA_URL: text
    .refine((value) => value === 'store' || isOrigin(value), {
      error: 'must be store, or an origin such as https://media.example.org, without a path',
    })
    .transform((value) => (value === 'store' ? value : new URL(value).origin))
    .optional(),
  MAX_FILM_SIZE: size(FILM_BYTES),
  MAX_PICTURE_SIZE: size(PICTURE_BYTES),
  MAX_DOWNLOAD_SIZE: size(DOWNLOAD_BYTES),
  MAX_ARCHIVE_SIZE: size(ARCHIVE_BYTES),
  MAX_STORED_SIZE: size(STORED_BYTES),
  BACKUP_TARGET: text
    .transform((value, context): BackupTarget => {
      if (!value.startsWith('s3://')) return { folder: resolve(value) }
      const parsed = filesUrl.safeParse(value)
      if (parsed.success) return { address: value, bucket: parsed.data }
      context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? 'cannot be read' })
      return z.NEVER
    })
    .optional(),
  BACKUP_TIMES: text
    .regex(/^([01]\d|2[0-3]):[0-5]\d(,([01]\d|2[0-3]):[0-5]\d)*$/, {
      error: 'must be a list of times in UTC, such as 02:00 or 02:00,14:00',
    })
    .transform((list) => list.split(',').toSorted())
    .default(['02:00']),
  BACKUP_KEEP: number(2, 1_000, 'must be a number of backups from 2 to 1000').default(14).meta({ isQuantity: true }),
  BACKUP_PASSPHRASE_FILE: text.transform((path) => resolve(path)).optional(),
  LAB_DRIVER: oneOf(['simulated', 'terraform']).default('simulated'),
  SIMULATED_PACE_MS: number(0, 60_000, 'must be a whole number of milliseconds from 0 to 60000')
    .default(600)
    .meta({ isQuantity: true }),
  TERRAFORM_BIN: text.default('terraform'),
  MODULES_DIR: text.transform((path) => resolve(path)).optional(),
  TERRAFORM_MIRROR_DIR: text.transform((path) => resolve(path)).optional(),
  TERRAFORM_WORK_DIR: text.transform((path) => resolve(path)).optional(),
  TF_PLUGIN_CACHE_DIR: text.transform((path) => resolve(path)).optional(),
  AWS_LAB_ROLE: text
    .regex(/^[\w+=,.@/-]{1,512}$/, { error: 'must be the name of a role, such as FlagyardLab' })
    .optional(),
  NUKE_AWS: template('nuke', 'aws'),
  NUKE_AZURE: template('nuke', 'azure'),
  NUKE_GCP: template('nuke', 'gcp'),
  CLEAN_TENANT_AWS: template('tenant', 'aws'),
  CLEAN_TENANT_AZURE: template('tenant', 'azure'),
  CLEAN_TENANT_GCP: template('tenant', 'gcp'),
  CLEAN_BASELINE_FILE: text.transform((path) => resolve(path)).optional(),
  ROLE: oneOf(['all', 'web', 'worker']).default('all'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  TRUSTED_PROXIES: text
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((list) => list.every(isNetwork), {
      error: 'must be a list of addresses or networks, such as 10.0.0.0/8,192.168.1.5',
    })
    .default([]),
  API_DOCS: z.enum(['1', '0'], { error: 'must be 1 or 0' }).optional(),
  ALARM_WEBHOOK_URL: text
    .refine(isWebhookAddress, { error: 'must be an https:// address without a user name, a password or a fragment' })
    .optional(),
  ALARM_WEBHOOK_SECRET: text
    .min(32, { error: 'must have at least 32 characters, for example from: openssl rand -base64 33' })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpUrl,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: otlpUrl,
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/json']).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: text.optional(),
  OTEL_EXPORTER_OTLP_TIMEOUT: number(1, 60_000, 'must be milliseconds from 1 to 60000').optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: oneOf(['gzip', 'none']).optional(),
  OTEL_EXPORTER_OTLP_CERTIFICATE: text.optional(),
  OTEL_BSP_SCHEDULE_DELAY: number(100, 600_000, 'must be milliseconds from 100 to 600000').default(5_000),
  OTEL_METRIC_EXPORT_INTERVAL: number(1_000, 3_600_000, 'must be milliseconds from 1000 to 3600000').default(60_000),
  OTEL_RESOURCE_ATTRIBUTES: text.optional(),
  OTEL_SDK_DISABLED: oneOf(['true', 'false']).default('false'),
  OTEL_SERVICE_NAME: text.optional(),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none']).default('otlp'),
  OTEL_METRICS_EXPORTER: oneOf(['otlp', 'none']).default('otlp'),
  OTEL_TRACES_SAMPLER: oneOf([
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
    'always_on',
    'always_off',
    'traceidratio',
  ]).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: text
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, { error: 'must be a ratio from 0 to 1' })
    .transform(Number)
    .default(1),
  SENTRY_DSN: z.url({ protocol: /^https?$/, error: 'must be the https:// address that Sentry shows' }).optional(),
} satisfies Record<string, z.ZodType>

/** Parses only the size settings, for a command that needs no others. */
export function parseFileLimits(env: Environment): FileLimits {
  const problems: string[] = []
  const limits = readFileLimits((name) => readVariable(name, env, problems))
  if (problems.length === 0) problems.push(...tooSmall(limits))
  if (problems.length > 0) throw new ConfigError(problems)
  return limits
}

type Variable = keyof typeof variables

function readVariable<N extends Variable>(name: N, env: Environment, problems: string[]) {
  const given = env[name]?.trim()
  // Others may be empty, as in a compose file that passes on variables that are not set.
  if (given === '' && variables[name].meta()?.isQuantity)
    problems.push(`${name} is empty. Give it a value, or remove it.`)
  const result = variables[name].safeParse(given || undefined)
  if (!result.success) problems.push(`${name} ${result.error.issues[0]?.message}.`)
  return result.data as z.output<(typeof variables)[N]>
}

const readFileLimits = (read: (name: Extract<Variable, `MAX_${string}`>) => number): FileLimits => ({
  film: read('MAX_FILM_SIZE'),
  picture: read('MAX_PICTURE_SIZE'),
  download: read('MAX_DOWNLOAD_SIZE'),
  archive: read('MAX_ARCHIVE_SIZE'),
  stored: read('MAX_STORED_SIZE'),
})

/** The packages of OpenTelemetry read the other OTEL_* variables themselves. Without a collector, none is checked: they may be meant for other programs. */
function readTelemetry(read: <N extends Variable>(name: N) => z.output<(typeof variables)[N]>) {
  const isDisabled = read('OTEL_SDK_DISABLED') === 'true'
  const url = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const urls = {
    traces: read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? url,
    metrics: read('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT') ?? url,
  }
  if (isDisabled || (!urls.traces && !urls.metrics)) return undefined
  for (const name of ['PROTOCOL', 'TIMEOUT', 'COMPRESSION'] as const) read(`OTEL_EXPORTER_OTLP_${name}`)
  return {
    traces: read('OTEL_TRACES_EXPORTER') === 'otlp' && urls.traces !== undefined,
    metrics: read('OTEL_METRICS_EXPORTER') === 'otlp' && urls.metrics !== undefined,
    sampler: read('OTEL_TRACES_SAMPLER'),
    ratio: read('OTEL_TRACES_SAMPLER_ARG'),
    intervalMs: { traces: read('OTEL_BSP_SCHEDULE_DELAY'), metrics: read('OTEL_METRIC_EXPORT_INTERVAL') },
  }
}

/** The store must have room for one file of the maximum size. */
const tooSmall = ({ film, picture, download, stored }: FileLimits): string[] =>
  Object.entries({ MAX_FILM_SIZE: film, MAX_PICTURE_SIZE: picture, MAX_DOWNLOAD_SIZE: download })
    .filter(([, size]) => size > stored)
    .map(([name]) => `MAX_STORED_SIZE must not be less than ${name}, because all files together count towards it.`)

/** Parses every variable without side effects. Throws a ConfigError that lists all problems. */
export function parseConfig(env: Environment) {
  const problems: string[] = []
  const read = <N extends Variable>(name: N) => readVariable(name, env, problems)
  const port = read('PORT')
  const apiDocs = read('API_DOCS')
  const demo = read('DEMO')
  const dataDir = read('DATA_DIR')
  const mailFrom = read('MAIL_FROM') ?? 'Flagyard <no-reply@flagyard.example>'
  const config = {
    port,
    host: read('HOST'),
    /** Origin of every link; never taken from a request. */
    publicUrl: read('PUBLIC_URL') ?? `http://localhost:${port}`,
    dataDir,
    databaseUrl: read('DATABASE_URL'),
    demo,
    demoPassword: read('DEMO_PASSWORD'),
    /** Folder of videos that replace those of the demo's lessons, with their lengths in `films.json`. */
    demoVideos: read('DEMO_VIDEOS'),
    secretKey: read('SECRET_KEY'),
    mailUrl: read('MAIL_URL'),
    mailFrom,
    /** Recipient of contact form messages. Default: the sender address of our mails. */
    contactEmail: read('CONTACT_EMAIL') ?? addressOf(mailFrom),
    /** Payment by Stripe. Without it, the demo's checkout or none. */
    stripe: stripeOf(read('STRIPE_SECRET_KEY'), read('STRIPE_WEBHOOK_SECRET'), read('STRIPE_API_BASE')),
    metricsHost: read('METRICS_HOST'),
    metricsPort: read('METRICS_PORT'),
    /** Bucket for videos, archives and downloads. Default: the data folder. */
    bucket: read('FILES_URL'),
    /** Origin from which browsers fetch videos, if not this server: the bucket, or a CDN in front of it. */
    mediaUrl: read('MEDIA_URL'),
    /** Maximum sizes of uploads by administrators, in bytes. */
    fileLimits: readFileLimits(read),
    backup: backupOf(read('BACKUP_TARGET'), {
      /** Times of the day in UTC. The latest backup is tested after the first. */
      times: read('BACKUP_TIMES'),
      /** Number of backups that are retained. */
      keep: read('BACKUP_KEEP'),
      passphraseFile: read('BACKUP_PASSPHRASE_FILE'),
    }),
    labDriver: read('LAB_DRIVER'),
    /** Milliseconds to create or remove one resource in a simulated cloud. */
    simulatedPaceMs: read('SIMULATED_PACE_MS'),
    terraform: {
      program: read('TERRAFORM_BIN'),
      /** Folder of the Terraform modules of labs and exams. */
      modules: read('MODULES_DIR') ?? modulesFolder,
      /** Local folder of providers; if set, none are downloaded. */
      providerMirror: read('TERRAFORM_MIRROR_DIR'),
      /** Parent of the run folders. Default: in memory. */
      workFolder: read('TERRAFORM_WORK_DIR'),
      pluginCache: read('TF_PLUGIN_CACHE_DIR') ?? join(dataDir, 'terraform-providers'),
      /** Role to assume in each AWS account. Default: the account's own keys are used. */
      awsRole: read('AWS_LAB_ROLE'),
    },
    /** Commands that empty the accounts of each cloud, and remove what the cloud stores outside them. */
    cleaners: {
      aws: { nuke: read('NUKE_AWS'), tenant: read('CLEAN_TENANT_AWS') },
      azure: { nuke: read('NUKE_AZURE'), tenant: read('CLEAN_TENANT_AZURE') },
      gcp: { nuke: read('NUKE_GCP'), tenant: read('CLEAN_TENANT_GCP') },
    },
    /** Baseline of the accounts by cloud, and the accounts in which no cleaner may run. */
    cleanBaselineFile: read('CLEAN_BASELINE_FILE'),
    role: read('ROLE'),
    logLevel: read('LOG_LEVEL'),
    trustedProxies: read('TRUSTED_PROXIES'),
    /** Receiver of alarms in addition to mails. */
    alarmWebhook: webhookOf(read('ALARM_WEBHOOK_URL'), read('ALARM_WEBHOOK_SECRET')),
    sentryDsn: read('SENTRY_DSN'),
    /** OpenTelemetry; undefined if nothing is sent. */
    telemetry: readTelemetry(read),
    /** Maximum event loop lag in milliseconds, above which requests are rejected with 503; 0 disables the limit. */
    maxEventLoopDelayMs: 2_000,
    apiDocs: apiDocs === undefined ? demo : apiDocs === '1',
  }
  const faulty = new Set(problems.map((problem) => problem.split(' ')[0]))
  if (faulty.has('PORT')) faulty.add('PUBLIC_URL')
  problems.push(...contradictions(config, env, faulty))
  if (![...faulty].some((name) => name?.startsWith('MAX_'))) problems.push(...tooSmall(config.fileLimits))
  if (problems.length > 0) throw new ConfigError([...problems, ...listMisspelt(env)])
  return config
}

/** `hello@example.org` of `Flagyard <hello@example.org>`. */
const addressOf = (sender: string): string => /([^\s<>]+@[^\s<>]+)>?$/.exec(sender)?.[1] ?? sender

const webhookOf = (url: string | undefined, secret: string | undefined) =>
  url && secret ? { url: new URL(url).href, secret } : undefined

const stripeOf = (secretKey: string | undefined, webhookSecret: string | undefined, apiBase: string | undefined) =>
  secretKey && webhookSecret ? { secretKey, webhookSecret, apiBase } : undefined

/** Folder or bucket of scheduled backups. `address` is the bucket with its options. */
export type BackupTarget = { folder: string } | { address: string; bucket: Bucket }

const backupOf = <S extends object>(target: BackupTarget | undefined, settings: S) => target && { target, ...settings }

interface Contradicting {
  port: number
  demo: boolean
  host: string
  publicUrl: string
  secretKey: string | undefined
  mailUrl: string | undefined
  role: string
  labDriver: string
  databaseUrl: string | undefined
  bucket: Bucket | undefined
  mediaUrl: string | undefined
  dataDir: string
  backup: { target: BackupTarget } | undefined
}

/** Whether the backups would be among the files, and so in the next backup. */
function isAmongFiles({ bucket, dataDir, backup }: Contradicting): boolean {
  if (!backup) return false
  const { target } = backup
  if ('folder' in target) return `${target.folder}/`.startsWith(`${join(dataDir, 'files')}/`)
  const { name, endpoint, prefix } = target.bucket
  return (
    bucket?.name === name &&
    bucket.endpoint === endpoint &&
    (!bucket.prefix || `${prefix}/`.startsWith(`${bucket.prefix}/`))
  )
}

/** Combinations that are invalid although each value is valid. A faulty variable is not reported twice. */
function contradictions(config: Contradicting, env: Environment, faulty: Set<string | undefined>): string[] {
  const rules: [variable: string, broken: boolean, sentence: string][] = [
    [
      'SECRET_KEY',
      !config.demo && !config.secretKey,
      'is required unless DEMO=1; generate one with: openssl rand -base64 33',
    ],
    [
      'PUBLIC_URL',
      config.port === 0 && !env.PUBLIC_URL?.trim(),
      'is required together with PORT=0: links cannot name a port that is chosen at each start',
    ],
    [
      'PUBLIC_URL',
      config.demo && !isLoopback(config.publicUrl),
      'must be a loopback address such as http://localhost:3000 while DEMO=1, because anyone can sign in to the demo',
    ],
    [
      'HOST',
      config.demo && !isLoopback(`http://${isIP(config.host) === 6 ? `[${config.host}]` : config.host}`),
      'must be a loopback address such as 127.0.0.1 while DEMO=1, because anyone can sign in to the demo',
    ],
    [
      'PUBLIC_URL',
      !config.demo && !isLoopback(config.publicUrl) && !config.publicUrl.startsWith('https:'),
      'must start with https:// unless it is a loopback address, because the session cookie is only sent over https',
    ],
    ['ROLE', config.role !== 'all' && !config.databaseUrl, 'must be all unless DATABASE_URL names a Postgres database'],
    [
      'LAB_DRIVER',
      config.labDriver === 'terraform' && config.demo,
      'must be simulated while DEMO=1, because anyone can sign in to the demo and build in your accounts',
    ],
    ['MEDIA_URL', Boolean(config.mediaUrl) && !config.bucket, 'must stay unset unless FILES_URL names a store'],
    [
      'MEDIA_URL',
      config.publicUrl.startsWith('https:') &&
        (config.mediaUrl === 'store' ? config.bucket?.endpoint : config.mediaUrl)?.startsWith('http:') === true,
      'must lead to an https:// address, because https:// pages cannot play other videos',
    ],
    [
      'ALARM_WEBHOOK_SECRET',
      Boolean(env.ALARM_WEBHOOK_URL) && !env.ALARM_WEBHOOK_SECRET,
      'is required together with ALARM_WEBHOOK_URL: the receiver uses it to verify that an alarm is ours',
    ],
    [
      'ALARM_WEBHOOK_URL',
      !config.demo && Boolean(env.ALARM_WEBHOOK_URL?.trim().startsWith('http:')),
      'must start with https://, because anyone on the network could read and change alarms',
    ],
    [
      'STRIPE_WEBHOOK_SECRET',
      Boolean(env.STRIPE_SECRET_KEY) && !env.STRIPE_WEBHOOK_SECRET,
      'is required together with STRIPE_SECRET_KEY: without it, payments would not be noticed',
    ],
    [
      'STRIPE_SECRET_KEY',
      Boolean(env.STRIPE_WEBHOOK_SECRET) && !env.STRIPE_SECRET_KEY,
      'is required together with STRIPE_WEBHOOK_SECRET',
    ],
    [
      'STRIPE_SECRET_KEY',
      config.demo && /^\w+_live_/.test(env.STRIPE_SECRET_KEY?.trim() ?? ''),
      'must be a test key while DEMO=1, because the demo must not charge real money',
    ],
    ['BACKUP_TARGET', isAmongFiles(config), 'must not be below the place of the files, which are in every backup'],
    ['MAIL_FROM', Boolean(config.mailUrl) && !env.MAIL_FROM, 'is required together with MAIL_URL'],
    [
      'CLEAN_BASELINE_FILE',
      ['AWS', 'AZURE', 'GCP'].some((cloud) => env[`NUKE_${cloud}`]?.trim()) && !env.CLEAN_BASELINE_FILE?.trim(),
      'is required together with NUKE_AWS, NUKE_AZURE and NUKE_GCP: without it a cleaner would remove the resources that it needs',
    ],
  ]
  return rules
    .filter(([variable, broken]) => broken && !faulty.has(variable))
    .map(([variable, , sentence]) => `${variable} ${sentence}.`)
}

/** Whether the URL names a host and a database. The driver would otherwise default to localhost and the user's name. */
/** Warnings about variables whose names resemble one of ours that is not set. Without them, a typing error would go unnoticed. They never contain values. */
export const listMisspelt = (env: Environment): string[] =>
  Object.keys(env).flatMap((name) => {
    if (Object.hasOwn(variables, name)) return []
    const [nearest] = Object.keys(variables)
      .map((known) => ({ known, letters: lettersOf(known), away: distance(lettersOf(name), lettersOf(known)) }))
      // Short names are too similar to those of other programs, such as HOST and POST.
      .filter(({ letters: { length }, away }) => away <= (length < 5 ? 0 : Math.min(3, Math.floor(length / 4))))
      .toSorted((a, b) => a.away - b.away)
    return nearest && !env[nearest.known]?.trim()
      ? `${name} is not a variable of Flagyard. Did you mean ${nearest.known}?`
      : []
  })

const lettersOf = (variable: string) => variable.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Edit distance of two words (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, wanted] of [...other].entries())
      next.push(Math.min((next[to] ?? 0) + 1, (row[to + 1] ?? 0) + 1, (row[to] ?? 0) + (letter === wanted ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

/** Whether the URL is local to this machine. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}

/** Plain http is only allowed to this machine. Whether it may be used at all depends on DEMO. */
function isWebhookAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hash } = new URL(value)
  if (username || password || hash) return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(value))
}

/** The key may only be sent to Stripe, or to a test double on this machine. */
function isStripeAddress(value: string): boolean {
  if (value === 'https://api.stripe.com') return true
  return isOrigin(value) && isLoopback(value)
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const family = isIP(address) === 4 ? 'ipv4' : isIP(address) === 6 ? 'ipv6' : undefined
  if (!family || rest.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) < 1) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family)
    return true
  } catch {
    return false
  }
}
