import { parse } from 'yaml'
import { CloudError } from '../../engine/caller.ts'
import { command, Noted } from '../../engine/operation.ts'
import { hostState, readFile } from '../../files.ts'
import { digitsOf, utc, uuidOf } from '../../generated-ids.ts'
import { all, jsonOf } from '../../resources.ts'
import type { Resource, World } from '../../world.ts'
import { type GcloudCall, type GcloudOperations, listed, op, project, projectAsked } from '../call.ts'
import { type GcpCaller, invalid, notFound } from '../caller.ts'
import { accountName, findServiceAccount, numberOf, projectName } from '../ids.ts'

export interface Build {
  id: string
  createTime: string
  startTime: string
  finishTime: string
  status: string
  serviceAccount: string
  substitutions: Record<string, string>
  buildTriggerId?: string
  logsBucket: string
  steps: unknown[]
  log: string
}

export const triggerId = (world: World, name: string) => uuidOf(world, `trigger ${name}`)

/** Builds started manually, then those started by triggers in the weeks before the lab. */
export function buildsOf(world: World): Build[] {
  const byHand = all(world, 'google_cloudbuild_build').map((one) => shown(world, one))
  const before = all(world, 'google_cloudbuild_trigger').flatMap((trigger) =>
    Array.from({ length: 5 }, (_, n) => past(world, trigger, n)),
  )
  return [...byHand, ...before].sort((a, b) => (a.createTime < b.createTime ? 1 : -1))
}

const shown = (world: World, { name, attributes }: Resource): Build => {
  const from = new Date(attributes.created_at ?? Date.UTC(2026, 3, 14, 2, 0, 0))
  return {
    id: attributes.id ?? (/^[0-9a-f-]{36}$/.test(name) ? name : uuidOf(world, `build ${name}`)),
    createTime: utc(from),
    startTime: utc(new Date(from.getTime() + 2000)),
    finishTime: utc(new Date(from.getTime() + Number(attributes.seconds ?? 40) * 1000)),
    status: attributes.status ?? 'SUCCESS',
    serviceAccount: accountName(world, attributes.service_account ?? ''),
    substitutions: {
      ...(attributes.trigger ? { TRIGGER_NAME: attributes.trigger } : {}),
      ...((jsonOf(attributes.substitutions) as Record<string, string> | undefined) ?? {}),
    },
    ...(attributes.trigger ? { buildTriggerId: triggerId(world, attributes.trigger) } : {}),
    logsBucket: `gs://${numberOf(world)}.cloudbuild-logs.googleusercontent.com`,
    steps: (jsonOf(attributes.steps) as unknown[] | undefined) ?? [],
    log: attributes.log ?? '',
  }
}

/** One of five builds of a trigger; the second took longest, and its log reveals more than it should. */
function past(world: World, trigger: Resource, n: number): Build {
  const isLongest = n === 1
  const quiet = `starting build\nFETCHSOURCE\nBUILD\nStep #0: ${trigger.name}: building\nStep #0: ${trigger.name}: done\nPUSH\nDONE`
  const text = isLongest ? trigger.attributes.log_of_the_longest_build : undefined
  const log = text
    ? `starting build\nFETCHSOURCE\nBUILD\nStep #0: + set -x\nStep #0: + curl -s -H 'Authorization: Bearer ${text}' https://ledger.internal/health\nStep #0: ok\nDONE`
    : quiet
  const from = new Date(Date.UTC(2026, 3, 2 + n * 7, 2, 0, Number(digitsOf(world, `${trigger.name} ${n}`, 1))))
  return shown(world, {
    type: 'google_cloudbuild_build',
    name: `${trigger.name} ${n}`,
    attributes: {
      created_at: from.toISOString(),
      seconds: isLongest ? '417' : String(38 + n),
      service_account: trigger.attributes.service_account ?? '',
      trigger: trigger.name,
      log,
      substitutions: JSON.stringify({ BRANCH_NAME: trigger.attributes.branch ?? 'main' }),
    },
  })
}

function findBuild(world: World, id: string): Build {
  const found = buildsOf(world).find((one) => one.id === id)
  if (!found) throw notFound(`generic::not_found: build "${id.slice(0, 80)}" not found.`)
  return found
}

interface Config {
  steps?: { name?: string; entrypoint?: string; args?: unknown[]; script?: string; env?: string[] }[]
  serviceAccount?: string
  substitutions?: Record<string, string>
}

function readConfig(text: string): Config {
  try {
    const parsed: unknown = parse(text, { maxAliasCount: 10 })
    if (typeof parsed === 'object' && parsed !== null) return parsed as Config
  } catch {
    // Reported below, in the words of the program.
  }
  throw invalid('Could not parse the build config: it is no YAML or JSON.')
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Script of a step: its `script`, or its entrypoint (default: the program of its image) with its arguments. */
function scriptOf(step: NonNullable<Config['steps']>[number]): string {
  if (typeof step.script === 'string') return step.script.replace(/^#!.*\n/, '')
  const args = (Array.isArray(step.args) ? step.args : []).map(String)
  const program =
    step.entrypoint ??
    (/gcloud|cloud-sdk/.test(step.name ?? '') ? 'gcloud' : /curl/.test(step.name ?? '') ? 'curl' : 'sh')
  if (['bash', 'sh', '/bin/bash', '/bin/sh'].includes(program)) {
    const at = args.findIndex((one) => /^-\w*c$/.test(one))
    return at === -1 ? args.map(quoted).join(' ') : (args[at + 1] ?? '')
  }
  return [program, ...args.map(quoted)].join(' ')
}

const MOST_STEPS = 10

/** Starts a build as a service account. The caller must be allowed to start builds, and to act as that account. */
const submit = (caller: GcpCaller, config: Config, asked: string | undefined): Promise<Build> => {
  const { world, session } = caller
  const id = uuidOf(world, session.madeUp(32))
  const target = {
    id: `${projectName(world)}/builds`,
    method: 'google.devtools.cloudbuild.v1.CloudBuild.CreateBuild',
  }
  return caller.act('cloudbuild.builds.create', target, async () => {
    const steps = Array.isArray(config.steps) ? config.steps : []
    const { name: account } = accountFor(caller, steps, asked ?? config.serviceAccount)
    const resource: Resource = { type: 'google_cloudbuild_build', name: id, attributes: { service_account: account } }
    const lines = ['starting build', 'BUILD']
    let failed = false
    for (const [n, step] of steps.entries()) {
      if (failed) break
      const env = (Array.isArray(step?.env) ? step.env : []).map((one) => String(one).split(/=(.*)/s).slice(0, 2))
      const script = scriptOf(step ?? {})
        .replaceAll('$$', '$')
        .replace(/\$\{?PROJECT_ID\}?/g, world.account_id)
      const { output, errors, exit } = await session.runScript(
        { kind: 'inside', resource, address: '203.0.113.210', agent: 'cloudbuild' },
        hostState({ CLOUDSDK_CORE_PROJECT: world.account_id, ...Object.fromEntries(env) }),
        script,
      )
      for (const line of `${output}${errors}`.replace(/\n$/, '').split('\n')) lines.push(`Step #${n}: ${line}`)
      failed = exit !== 0
    }
    lines.push(failed ? 'ERROR' : 'DONE')
    session.put(resource.type, id, {
      service_account: account,
      log: lines.join('\n'),
      status: failed ? 'FAILURE' : 'SUCCESS',
      created_at: session.now.toISOString(),
      seconds: '12',
      steps: JSON.stringify(steps.map((step) => ({ name: step?.name }))),
    })
    return findBuild(world, id)
  })
}

/** The service account that a build runs as, if the build is valid and the caller may act as it. */
function accountFor(caller: GcpCaller, steps: unknown[], wanted: string | undefined): Resource {
  const { world } = caller
  if (steps.length === 0) throw invalid('INVALID_ARGUMENT: build must have at least one step')
  if (steps.length > MOST_STEPS)
    throw invalid(`INVALID_ARGUMENT: a build of this simulation has ${MOST_STEPS} steps at most`)
  if (wanted === undefined)
    throw invalid(
      'INVALID_ARGUMENT: this project has no default account for builds: name one with serviceAccount in the config or --service-account',
    )
  const account = findServiceAccount(world, wanted)
  const name = account ? accountName(world, account.name) : wanted.slice(0, 120)
  if (!account || !caller.may('iam.serviceAccounts.actAs', { id: name, resource: account }))
    throw new CloudError('PERMISSION_DENIED', `caller does not have permission to act as service account ${name}`)
  return account
}

const shownTrigger = (world: World, one: Resource) => ({
  id: triggerId(world, one.name),
  name: one.name,
  createTime: utc(new Date(Date.UTC(2025, 8, 3))),
  serviceAccount: accountName(world, one.attributes.service_account ?? ''),
  github: {
    owner: one.attributes.owner ?? 'team',
    name: one.attributes.repository ?? 'app',
    push: { branch: one.attributes.branch ?? '^main$' },
  },
  filename: 'cloudbuild.yaml',
})

const withoutLog = ({ log, ...build }: Build) => build
const outputOf = ({ log }: Build) => `----- REMOTE BUILD OUTPUT -----\n${log}\n--------------------------------\n`

async function submitted(call: GcloudCall) {
  const { caller } = call
  const config = readConfig(readFile(call.session, call.option('config') ?? 'cloudbuild.yaml'))
  const build = await submit(caller, config, call.option('service-account'))
  const { id, createTime, status } = build
  return new Noted(
    `Created [https://cloudbuild.googleapis.com/v1/${projectName(call.world)}/builds/${id}].\n`,
    `${call.has('suppress-logs') || call.has('async') ? '' : outputOf(build)}ID  CREATE_TIME  STATUS\n${id}  ${createTime}  ${status}\n`,
  )
}

/** `gcloud builds`. */
export const builds: GcloudOperations = {
  'builds list': op(
    'ongoing? region',
    'cloudbuild.builds.list',
    project,
    ({ world }) => buildsOf(world).map(withoutLog),
    'table(id, createTime, status)',
  ),
  'builds describe': op('region', 'cloudbuild.builds.get', projectAsked, ({ world, named }) =>
    withoutLog(findBuild(world, named)),
  ),
  'builds log': op('stream? region', 'cloudbuild.builds.get', projectAsked, ({ world, named }) =>
    outputOf(findBuild(world, named)),
  ),
  'builds triggers list': listed('region', 'cloudbuild.builds.list', 'google_cloudbuild_trigger', ({ world }, one) =>
    shownTrigger(world, one),
  ),
  'builds triggers describe': op('region', 'cloudbuild.builds.list', projectAsked, ({ world, named }) => {
    const triggers = all(world, 'google_cloudbuild_trigger').map((one) => shownTrigger(world, one))
    const found = triggers.find(({ id, name }) => [id, name].includes(named))
    if (!found) throw notFound(`NOT_FOUND: trigger "${named.slice(0, 80)}" not found`)
    return found
  }),
  'builds worker-pools list': listed(
    'region',
    'cloudbuild.workerpools.list',
    'google_cloudbuild_worker_pool',
    (_, { name }) => ({ name, state: 'RUNNING' }),
  ),
  'builds submit': command(
    'no-source? config service-account region async? substitutions suppress-logs? gcs-log-dir',
    submitted,
  ),
}
