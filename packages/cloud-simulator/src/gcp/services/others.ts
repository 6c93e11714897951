import { command } from '../../engine/operation.ts'
import { madeOn, utc } from '../../generated-ids.ts'
import { environmentOf, find } from '../../resources.ts'
import type { Resource } from '../../world.ts'
import { type GcloudCall, type GcloudOperations, listed, op, project, projectAsked } from '../call.ts'
import { type GcpCaller, notFound } from '../caller.ts'
import { filtered } from '../format.ts'
import { emailOf, projectName, secretName } from '../ids.ts'
import { secretBindings } from '../policy.ts'
import { buildsOf } from './builds.ts'

const FUNCTION = 'google_cloudfunctions2_function'
const SERVICE = 'google_cloud_run_v2_service'
const SECRET = 'google_secret_manager_secret'

/** An operation on the function or service that is named. */
const onNamed = (
  options: string,
  permission: string,
  type: string,
  run: (call: GcloudCall, one: Resource) => unknown,
) =>
  op(options, permission, projectAsked, (call) => {
    const found = find(call.world, type, call.named)
    const kind = type === FUNCTION ? 'function' : 'service'
    if (!found) throw notFound(`Cannot find ${kind} [${call.named.slice(0, 80)}]`)
    return run(call, found)
  })

const accountOf = ({ world }: GcloudCall, { attributes }: Resource) =>
  emailOf(world, attributes.service_account ?? 'default')

const shownRun = (call: GcloudCall, one: Resource) => {
  const container = {
    image: `europe-west1-docker.pkg.dev/${call.world.account_id}/team-images/${one.name}`,
    env: Object.entries(environmentOf(one)).map(([name, value]) => ({ name, value })),
  }
  return {
    metadata: { name: one.name, namespace: call.world.account_id },
    status: { url: `https://${one.name}-simulated-ew.a.run.app` },
    spec: { template: { spec: { serviceAccountName: accountOf(call, one), containers: [container] } } },
  }
}

const shownFunction = (call: GcloudCall, one: Resource) => ({
  name: `${projectName(call.world)}/locations/${call.world.region}/functions/${one.name}`,
  state: 'ACTIVE',
  environment: 'GEN_2',
  serviceConfig: { serviceAccountEmail: accountOf(call, one), environmentVariables: environmentOf(one) },
  updateTime: utc(madeOn(call.world, one.name)),
})

function readLogs({ world, named }: GcloudCall) {
  const entries = world.log
    .filter(({ kept }) => kept)
    .map(({ event }) => event)
    .reverse()
  const builds = buildsOf(world)
    .slice(0, 10)
    .map((one) => ({
      timestamp: one.createTime,
      severity: 'INFO',
      logName: `${projectName(world)}/logs/cloudbuild`,
      resource: { type: 'build', labels: { build_id: one.id } },
    }))
  const every = [...entries, ...builds]
  return named === '' ? every : filtered(every, named)
}

/** Value of a secret, if the caller may read it. */
export function accessSecret(caller: GcpCaller, name: string, version: string): string {
  const { world } = caller
  const full = secretName(world, name)
  const target = {
    id: `${full}/versions/${version}`,
    resource: find(world, SECRET, name),
    missing: () => notFound(`NOT_FOUND: Secret [${full}] not found or has no versions.`),
    method: 'google.cloud.secretmanager.v1.SecretManagerService.AccessSecretVersion',
  }
  return caller.act('secretmanager.versions.access', target, ({ attributes }) => {
    if (!['latest', '1'].includes(version)) throw target.missing()
    return attributes.value ?? ''
  })
}

const onSecret = (permission: string, run: (call: GcloudCall, secret: Resource) => unknown, format = '') =>
  op(
    '',
    permission,
    ({ world, named }) => ({ id: secretName(world, named), resource: find(world, SECRET, named) }),
    run,
    format,
  )

const shownSecret = ({ world }: GcloudCall, name: string) => ({
  name: secretName(world, name),
  createTime: utc(madeOn(world, name)),
})

/** `gcloud secrets`, `functions`, `run`, `compute`, `artifacts` and `logging`. */
export const others: GcloudOperations = {
  'secrets list': listed(
    '',
    'secretmanager.secrets.list',
    SECRET,
    (call, { name }) => ({ ...shownSecret(call, name), replication: { automatic: {} } }),
    'table(name.basename(), createTime:label=CREATED)',
  ),
  'secrets describe': onSecret('secretmanager.secrets.get', (call) => shownSecret(call, call.named)),
  'secrets get-iam-policy': onSecret('secretmanager.secrets.getIamPolicy', ({ world }, secret) => ({
    bindings: secretBindings(world, secret),
    etag: 'CAE=',
  })),
  'secrets versions list': onSecret(
    'secretmanager.versions.list',
    ({ world, named }) => [{ name: `${secretName(world, named)}/versions/1`, state: 'ENABLED' }],
    'table(name.basename(), state)',
  ),
  'secrets versions access': command('secret!', (call: GcloudCall) =>
    accessSecret(call.caller, call.need('secret').replace(/^.*\/secrets\//, ''), call.named),
  ),
  'functions list': listed(
    'regions v2?',
    'cloudfunctions.functions.list',
    FUNCTION,
    shownFunction,
    'table(name.basename(), state, environment)',
  ),
  'functions describe': onNamed('region gen2? v2?', 'cloudfunctions.functions.get', FUNCTION, shownFunction),
  'run services list': listed(
    'region platform',
    'run.services.list',
    SERVICE,
    shownRun,
    'table(metadata.name:label=SERVICE, status.url:label=URL)',
  ),
  'run services describe': onNamed('region platform', 'run.services.get', SERVICE, shownRun),
  'run services get-iam-policy': onNamed('region platform', 'run.services.getIamPolicy', SERVICE, () => ({
    etag: 'CAE=',
  })),
  'compute instances list': listed(
    'zones',
    'compute.instances.list',
    'google_compute_instance',
    (_, { name }) => ({ name, status: 'RUNNING' }),
    'table(name, status)',
  ),
  'compute networks list': listed(
    '',
    'compute.networks.list',
    'google_compute_network',
    (_, { name }) => ({ name }),
    'table(name)',
  ),
  'compute operations list': op(
    'global? zones regions',
    'compute.globalOperations.list',
    project,
    ({ world }) =>
      world.past
        .filter(({ type }) => type.startsWith('google_compute_'))
        .map(({ type, name }) => ({
          operationType: 'delete',
          targetLink: `https://www.googleapis.com/compute/v1/${projectName(world)}/${type.slice(15)}/${name}`,
          status: 'DONE',
        })),
    'table(operationType, targetLink, status)',
  ),
  'artifacts repositories list': listed(
    'location',
    'artifactregistry.repositories.list',
    'google_artifact_registry_repository',
    ({ world }, { name }) => ({
      name: `${projectName(world)}/locations/${world.region}/repositories/${name}`,
      format: 'DOCKER',
    }),
  ),
  'logging read': op('freshness order', 'logging.logEntries.list', projectAsked, readLogs),
}
