import type { World } from '@flagyard/cloud-simulator'
import { all, buildsOf, emailOf, fullName, gcpOperations, knownOptions } from '@flagyard/cloud-simulator/test/internals'
import type { Found } from './search-aws.ts'
import type { Shell } from './simulated-lab.ts'

/** Sign-in and settings commands, which the search does not try. */
const OWN = /^(auth|config) /

const emails = (world: World) => all(world, 'google_service_account').map(({ name }) => emailOf(world, name))
const names = (world: World, type: string) => all(world, type).map(({ name }) => name)
const buckets = (world: World) => all(world, 'google_storage_bucket').map((one) => `gs://${fullName(one)}`)
const objects = (world: World) =>
  buckets(world).flatMap((bucket) =>
    all(world, 'google_storage_bucket_object').map((one) => `${bucket}/${one.attributes.object ?? one.name}`),
  )

/** Permissions that an attacker would add to a role. Only those that the simulation supports. */
const ESCALATING = [
  'storage.objects.get',
  'secretmanager.versions.access',
  'iam.serviceAccounts.getAccessToken',
  'iam.serviceAccountKeys.create',
  'cloudbuild.builds.create',
]

/** Possible arguments of a command. */
function namedBy(world: World, operation: string): string[] {
  const kinds: [RegExp, () => string[]][] = [
    [/^storage (ls|buckets|objects list)/, () => ['', ...buckets(world)]],
    [/^storage cp/, () => objects(world).map((one) => `${one} -`)],
    [/^storage (cat|objects)/, () => objects(world)],
    [/^secrets versions access/, () => ['latest']],
    [/^secrets/, () => ['', ...names(world, 'google_secret_manager_secret')]],
    [/^iam service-accounts keys create/, () => ['key.json']],
    [/^iam service-accounts/, () => ['', ...emails(world)]],
    [
      /^iam roles update/,
      () =>
        names(world, 'google_project_iam_custom_role').flatMap((role) =>
          ESCALATING.map((one) => `${role} --add-permissions=${one}`),
        ),
    ],
    [/^iam roles/, () => ['', 'roles/viewer', ...names(world, 'google_project_iam_custom_role')]],
    [/^builds triggers/, () => ['', ...names(world, 'google_cloudbuild_trigger')]],
    [
      /^builds submit/,
      () =>
        emails(world).flatMap((email) =>
          scripts(world).map(
            (_, at) =>
              `--no-source --config=search-${at}.json --service-account=projects/${world.account_id}/serviceAccounts/${email}`,
          ),
        ),
    ],
    [/^builds/, () => ['', ...buildsOf(world).map(({ id }) => id)]],
    [/^functions/, () => ['', ...names(world, 'google_cloudfunctions2_function')]],
    [/^run/, () => ['', ...names(world, 'google_cloud_run_v2_service')]],
    [/^projects/, () => ['', world.account_id]],
  ]
  return kinds.find(([pattern]) => pattern.test(operation))?.[1]() ?? ['']
}

/** Build scripts that read everything that a build might read. */
const scripts = (world: World): string[] => [
  ...names(world, 'google_secret_manager_secret').map(
    (name) => `gcloud secrets versions access latest --secret=${name}`,
  ),
  ...objects(world).map((one) => `gcloud storage cat ${one}`),
]

function linesOf(world: World, operation: string, options: string): string[] {
  let lines = namedBy(world, operation).map((named) => `gcloud ${operation} ${named}`.trim())
  for (const { name, kind } of knownOptions(options)) {
    if (!kind.startsWith('!')) continue
    const values =
      name === 'secret'
        ? names(world, 'google_secret_manager_secret')
        : name === 'iam-account'
          ? emails(world)
          : undefined
    if (!values) throw new Error(`The search does not know what to write for --${name} of gcloud ${operation}`)
    lines = lines.flatMap((line) => values.map((value) => `${line} --${name}=${value}`))
  }
  return lines
}

export const everyCall = (world: World): string[] =>
  Object.entries(gcpOperations).flatMap(([operation, { options }]) =>
    OWN.test(operation) ? [] : linesOf(world, operation, options),
  )

/** Tries every call as the learner, as every service account that can be impersonated, and in builds. */
export async function searchGcp(shell: Shell, planted: Record<string, string>): Promise<Found> {
  const found: Found = { identities: new Set(), flags: new Set(), changes: new Set() }
  for (const [at, script] of scripts(shell.world).entries())
    await shell.run(`echo '${JSON.stringify({ steps: [{ name: 'cloud-sdk', script }] })}' > search-${at}.json`)
  const short = (email: string) => email.replace(/@.*/, '')
  const queue: { who: string; chain: string[] }[] = [{ who: 'lab-user', chain: [] }]
  const reached = new Set(['lab-user'])
  const adopted = new Set<string>()
  for (let identity = queue.shift(); identity; identity = queue.shift()) {
    const { who, chain } = identity
    const as = (more: string[]) => (more.length > 0 ? ` --impersonate-service-account=${more.join(',')}` : '')
    for (const email of emails(shell.world)) {
      const name = short(email)
      if (
        name === who ||
        (await shell.apart().run(`gcloud auth print-access-token${as([...chain, email])}`)).exit !== 0
      )
        continue
      found.identities.add(`${who} → ${name} by impersonation`)
      if (reached.has(name)) continue
      reached.add(name)
      queue.push({ who: name, chain: [...chain, email] })
    }
    for (const line of everyCall(shell.world)) {
      const { exit, effects, output } = await shell.apart().run(`${line}${as(chain)}`)
      const account = /--service-account=\S*\/([^@]+)@/.exec(line)?.[1]
      const how = account
        ? `builds submit as ${account}`
        : (Object.keys(gcpOperations).find((one) => line.startsWith(`gcloud ${one}`)) ?? line)
      for (const [variable, value] of Object.entries(planted))
        if (output.includes(value)) found.flags.add(`${variable}: ${who} by ${how}`)
      if (exit !== 0 || effects.length === 0) continue
      const keyOf = /keys create .*--iam-account=([^@]+)@/.exec(line)?.[1]
      // A key file works from anywhere, so only labs that teach this may allow creating one.
      if (keyOf) found.identities.add(`${who} → ${keyOf} by a key`)
      found.changes.add(`${who}: ${how}`)
      const change = `${who} ${line}`
      if (adopted.has(change) || account) continue
      adopted.add(change)
      await shell.run(`${line}${as(chain)}`)
      queue.push(identity)
    }
  }
  return found
}
