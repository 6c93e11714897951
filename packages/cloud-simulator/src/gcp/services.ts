import { madeOn, utc } from '../generated-ids.ts'
import { all, find, jsonOf } from '../resources.ts'
import { buildsOf } from './builds.ts'
import { builds } from './builds-commands.ts'
import { GcpError } from './call.ts'
import { filtered } from './format.ts'
import { emailOf, projectName, secretName } from './ids.ts'
import { type GcloudCall, type GcloudOperation, op, said } from './operation.ts'
import { secretBindings } from './policy.ts'
import { onProject } from './projects.ts'
import { accessSecret } from './secrets.ts'
import { storage } from './storage-commands.ts'

const etag = 'CAE='

const service = (call: GcloudCall, type: string, permission: string, kind: string) =>
  onProject(
    call,
    permission,
    () => {
      const found = all(call.world, type).find((one) => one.name === call.named)
      if (!found) throw new GcpError('NOT_FOUND', `Cannot find ${kind} [${call.named.slice(0, 80)}]`, 404)
      return found
    },
    call.option('project') ?? '',
  )

const variables = ({ attributes }: { attributes: Record<string, string> }) => {
  const parsed = jsonOf(attributes.environment)
  return parsed && typeof parsed === 'object'
    ? parsed
    : attributes.environment
      ? { [attributes.environment_variable ?? 'SECRET']: attributes.environment }
      : {}
}

const shownRun = (call: GcloudCall, one: { name: string; attributes: Record<string, string> }) => ({
  metadata: { name: one.name, namespace: call.world.account_id },
  status: { url: `https://${one.name}-simulated-ew.a.run.app` },
  spec: {
    template: {
      spec: {
        serviceAccountName: emailOf(call.world, one.attributes.service_account ?? 'default'),
        containers: [
          {
            image: `europe-west1-docker.pkg.dev/${call.world.account_id}/team-images/${one.name}`,
            env: Object.entries(variables(one)).map(([name, value]) => ({ name, value })),
          },
        ],
      },
    },
  },
})

const shownFunction = (call: GcloudCall, one: { name: string; attributes: Record<string, string> }) => ({
  name: `${projectName(call.world)}/locations/${call.world.region}/functions/${one.name}`,
  state: 'ACTIVE',
  environment: 'GEN_2',
  serviceConfig: {
    serviceAccountEmail: emailOf(call.world, one.attributes.service_account ?? 'default'),
    environmentVariables: variables(one),
  },
  updateTime: utc(madeOn(call.world, one.name)),
})

function readLogs(call: GcloudCall) {
  return onProject(
    call,
    'logging.logEntries.list',
    () => {
      const entries = call.world.log
        .filter(({ kept }) => kept)
        .map(({ event }) => event)
        .reverse()
      const builds = buildsOf(call.world)
        .slice(0, 10)
        .map((one) => ({
          timestamp: one.createTime,
          severity: 'INFO',
          logName: `${projectName(call.world)}/logs/cloudbuild`,
          resource: { type: 'build', labels: { build_id: one.id } },
        }))
      const every = [...entries, ...builds]
      return call.named === '' ? every : filtered(every, call.named)
    },
    call.option('project') ?? '',
  )
}

/** `gcloud storage`, `secrets`, `builds`, `functions`, `run`, `compute` and `logging`. */
export const services: Record<string, GcloudOperation> = {
  ...storage,
  ...builds,
  'secrets list': op(
    '',
    (call) =>
      onProject(
        call,
        'secretmanager.secrets.list',
        () =>
          all(call.world, 'google_secret_manager_secret').map(({ name }) => ({
            name: secretName(call.world, name),
            createTime: utc(madeOn(call.world, name)),
            replication: { automatic: {} },
          })),
        '',
      ),
    'table(name.basename(), createTime:label=CREATED)',
  ),
  'secrets describe': op('', (call) =>
    call.caller.act(
      'secretmanager.secrets.get',
      secretName(call.world, call.named),
      find(call.world, 'google_secret_manager_secret', call.named),
      () => ({ name: secretName(call.world, call.named), createTime: utc(madeOn(call.world, call.named)) }),
    ),
  ),
  'secrets get-iam-policy': op('', (call) => {
    const found = find(call.world, 'google_secret_manager_secret', call.named)
    return call.caller.act('secretmanager.secrets.getIamPolicy', secretName(call.world, call.named), found, () => ({
      bindings: found ? secretBindings(call.world, found) : [],
      etag,
    }))
  }),
  'secrets versions list': op(
    '',
    (call) =>
      call.caller.act(
        'secretmanager.versions.list',
        secretName(call.world, call.named),
        find(call.world, 'google_secret_manager_secret', call.named),
        () => [{ name: `${secretName(call.world, call.named)}/versions/1`, state: 'ENABLED' }],
      ),
    'table(name.basename(), state)',
  ),
  'secrets versions access': op('secret!', (call) =>
    said(accessSecret(call.caller, (call.option('secret') ?? '').replace(/^.*\/secrets\//, ''), call.named)),
  ),
  'functions list': op(
    'regions v2?',
    (call) =>
      onProject(
        call,
        'cloudfunctions.functions.list',
        () => all(call.world, 'google_cloudfunctions2_function').map((one) => shownFunction(call, one)),
        '',
      ),
    'table(name.basename(), state, environment)',
  ),
  'functions describe': op('region gen2? v2?', (call) =>
    shownFunction(call, service(call, 'google_cloudfunctions2_function', 'cloudfunctions.functions.get', 'function')),
  ),
  'run services list': op(
    'region platform',
    (call) =>
      onProject(
        call,
        'run.services.list',
        () => all(call.world, 'google_cloud_run_v2_service').map((one) => shownRun(call, one)),
        '',
      ),
    'table(metadata.name:label=SERVICE, status.url:label=URL)',
  ),
  'run services describe': op('region platform', (call) =>
    shownRun(call, service(call, 'google_cloud_run_v2_service', 'run.services.get', 'service')),
  ),
  'run services get-iam-policy': op('region platform', (call) => {
    service(call, 'google_cloud_run_v2_service', 'run.services.getIamPolicy', 'service')
    return { etag }
  }),
  'compute instances list': op(
    'zones',
    (call) =>
      onProject(
        call,
        'compute.instances.list',
        () => all(call.world, 'google_compute_instance').map(({ name }) => ({ name, status: 'RUNNING' })),
        '',
      ),
    'table(name, status)',
  ),
  'compute networks list': op(
    '',
    (call) =>
      onProject(
        call,
        'compute.networks.list',
        () => all(call.world, 'google_compute_network').map(({ name }) => ({ name })),
        '',
      ),
    'table(name)',
  ),
  'compute operations list': op(
    'global? zones regions',
    (call) =>
      onProject(
        call,
        'compute.globalOperations.list',
        () =>
          call.world.past
            .filter(({ type }) => type.startsWith('google_compute_'))
            .map(({ type, name }) => ({
              operationType: 'delete',
              targetLink: `https://www.googleapis.com/compute/v1/${projectName(call.world)}/${type.slice(15)}/${name}`,
              status: 'DONE',
            })),
        '',
      ),
    'table(operationType, targetLink, status)',
  ),
  'artifacts repositories list': op('location', (call) =>
    onProject(
      call,
      'artifactregistry.repositories.list',
      () =>
        all(call.world, 'google_artifact_registry_repository').map(({ name }) => ({
          name: `${projectName(call.world)}/locations/${call.world.region}/repositories/${name}`,
          format: 'DOCKER',
        })),
      '',
    ),
  ),
  'logging read': op('freshness order', readLogs),
}
