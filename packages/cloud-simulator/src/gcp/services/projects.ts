import { CloudError } from '../../engine/caller.ts'
import { command, Noted } from '../../engine/operation.ts'
import { absolute, assertWritable, readFile } from '../../files.ts'
import { madeOn, utc } from '../../generated-ids.ts'
import { all, find, wordsOf } from '../../resources.ts'
import type { Resource, World } from '../../world.ts'
import {
  accountTarget,
  type GcloudCall,
  type GcloudOperations,
  listed,
  op,
  project,
  projectAsked,
  projectGiven,
} from '../call.ts'
import { emailIn, invalid, notFound } from '../caller.ts'
import { accountName, emailOf, numberOf, projectName } from '../ids.ts'
import { accountBindings, bucketBindings, projectBindings } from '../policy.ts'
import { customName, predefined } from '../roles.ts'
import { memberSignedIn, membersSignedIn, properties, signIn, tokenFor, writeProperties } from '../sign-in.ts'
import { accountOfKey, createKey, keysOf } from './keys.ts'

const etag = 'BwYsimulated='

const shownProject = ({ world }: GcloudCall) => ({
  createTime: utc(madeOn(world, 'project')),
  lifecycleState: 'ACTIVE',
  name: world.account_id,
  projectId: world.account_id,
  projectNumber: numberOf(world),
})

const projectPolicy = (world: World) => ({ bindings: projectBindings(world), etag, version: 1 })

const shownAccount = (world: World, one: Resource) => ({
  displayName: one.attributes.display_name ?? one.name,
  email: emailOf(world, one.name),
  etag,
  name: accountName(world, one.name),
  oauth2ClientId: '1'.repeat(21),
  projectId: world.account_id,
  uniqueId: numberOf({ seed: `${world.seed} ${one.name}` }),
  disabled: one.attributes.disabled === 'yes',
})

/** An operation on a service account, including its IAM policy: the one named, or that of `--iam-account`. */
const onAccount = (
  options: string,
  permission: string,
  run: (call: GcloudCall, account: Resource) => unknown,
  format = '',
  method = permission,
) =>
  op(
    options,
    permission,
    (call) => ({ ...accountTarget(call, call.has('iam-account') ? call.need('iam-account') : call.named), method }),
    run,
    format,
  )

const shortRole = (name: string) => name.replace(/^.*\/roles\//, '')
const unknownRole = (name: string) => notFound(`NOT_FOUND: The role named ${name.slice(0, 120)} was not found.`)

function shownRole(world: World, name: string) {
  const own = find(world, 'google_project_iam_custom_role', shortRole(name))
  if (own && !name.startsWith('roles/'))
    return {
      etag,
      includedPermissions: wordsOf(own.attributes.permissions).sort(),
      name: customName(world, own.name),
      stage: own.attributes.stage ?? 'GA',
      title: own.attributes.title ?? own.name,
    }
  const found = Object.hasOwn(predefined, name) ? predefined[name] : undefined
  if (!found) throw unknownRole(name)
  return { etag: 'AA==', includedPermissions: [...found.permissions].sort(), name, stage: 'GA', title: found.title }
}

function updateRole(call: GcloudCall, { type, name, attributes }: Resource) {
  const list = (option: string) => wordsOf(call.option(option))
  const start = call.has('permissions') ? list('permissions') : wordsOf(attributes.permissions)
  const permissions = [...new Set([...start, ...list('add-permissions')])].filter(
    (one) => !list('remove-permissions').includes(one),
  )
  for (const one of permissions)
    if (!/^[a-zA-Z]+\.[a-zA-Z]+\.[a-zA-Z]+$/.test(one))
      throw invalid(`INVALID_ARGUMENT: Permission ${one.slice(0, 80)} is not valid.`)
  const given = ['title', 'stage'].flatMap((option) => (call.option(option) ? [[option, call.need(option)]] : []))
  call.session.put(type, name, { ...attributes, permissions: permissions.join(' '), ...Object.fromEntries(given) })
  return shownRole(call.world, customName(call.world, name))
}

const authorized = ({ session }: GcloudCall) => {
  const active = memberSignedIn(session)
  return membersSignedIn(session).map((member) => ({
    account: emailIn(member),
    status: member === active ? 'ACTIVE' : '',
  }))
}

/** Signs in a service account with its key file, in addition to the accounts already signed in. */
function activate(call: GcloudCall) {
  const account = accountOfKey(call.world, readFile(call.session, call.need('key-file')))
  if (!account || account.attributes.disabled === 'yes')
    throw new CloudError(
      '',
      "There was a problem refreshing auth tokens: ('invalid_grant: Invalid JWT Signature.', {'error': 'invalid_grant'})",
      400,
    )
  const email = emailOf(call.world, account.name)
  if (call.named && call.named !== email)
    throw new CloudError('', 'The given account name does not match the account name in the key file.', 400)
  signIn(call.session, `serviceAccount:${email}`)
  return new Noted(`Activated service account credentials for: [${email}]\n`)
}

/** `core/account` or `account`: section and key of a property. */
const propertyOf = ({ named }: GcloudCall) => {
  const [, section = 'core', key = named] = /^(\w+)\/(\w+)$/.exec(named) ?? []
  return { section, key }
}

function configure(call: GcloudCall, value: string | undefined) {
  const { section, key } = propertyOf(call)
  const other = membersSignedIn(call.session).find((member) => emailIn(member) === value)
  if (section === 'core' && key === 'account' && other) {
    signIn(call.session, other)
    return new Noted('Updated property [core/account].\n')
  }
  const all = properties(call.session)
  const kept = { ...all.get(section) }
  if (value === undefined) delete kept[key]
  else kept[key] = value
  all.set(section, kept)
  writeProperties(call.session, all)
  return new Noted(`${value === undefined ? 'Unset' : 'Updated'} property [${section}/${key}].\n`)
}

function settings({ session, world }: GcloudCall): Record<string, Record<string, string>> {
  const kept = Object.fromEntries(properties(session))
  const account = emailIn(memberSignedIn(session) ?? '')
  return { ...kept, core: { account, project: world.account_id, ...kept.core } }
}

const section = ([name, values]: [string, Record<string, string>]) =>
  `[${name}]\n${Object.entries(values)
    .map(([key, value]) => `${key} = ${value}\n`)
    .join('')}`

const getProperty = command('', (call: GcloudCall) => {
  const { section, key } = propertyOf(call)
  return `${settings(call)[section]?.[key] ?? '(unset)'}\n`
})

const SERVICES = ['iam', 'iamcredentials', 'storage', 'cloudbuild', 'secretmanager', 'logging']

/** Bindings of the project, its service accounts and its buckets. */
const allPolicies = ({ world }: GcloudCall) =>
  [
    { resource: `cloudresourcemanager.googleapis.com/${projectName(world)}`, bindings: projectBindings(world) },
    ...all(world, 'google_service_account').map((one) => ({
      resource: `iam.googleapis.com/${accountName(world, one.name)}`,
      bindings: accountBindings(world, one),
    })),
    ...all(world, 'google_storage_bucket').map((one) => ({
      resource: `storage.googleapis.com/${one.name}`,
      bindings: bucketBindings(world, one),
    })),
  ]
    .filter(({ bindings }) => bindings.length > 0)
    .map(({ resource, bindings }) => ({ resource: `//${resource}`, policy: { bindings } }))

/** `gcloud auth`, `config`, `projects` and `iam`. */
export const projects: GcloudOperations = {
  'auth list': command('filter-account', authorized, 'table(status, account)'),
  'auth print-access-token': command('', ({ world, session, caller }) => `${tokenFor(world, session.now, caller)}\n`),
  'auth login': command('', () => {
    throw new CloudError(
      '',
      'There is no browser in this shell. You are signed in as the user of the lab; borrow a service account with --impersonate-service-account.',
      400,
    )
  }),
  'auth activate-service-account': command('key-file!', activate),
  'config set': command('', (call) => configure(call, call.options.rest[1] ?? '')),
  'config unset': command('', (call) => configure(call, undefined)),
  'config get': getProperty,
  'config get-value': getProperty,
  'config list': command('', (call) => Object.entries(settings(call)).map(section).join('')),
  'projects list': command(
    '',
    (call) => (call.caller.may('resourcemanager.projects.get', project(call)) ? [shownProject(call)] : []),
    'table(projectId, name, projectNumber)',
  ),
  'projects describe': op('', 'resourcemanager.projects.get', projectGiven, shownProject),
  'projects get-iam-policy': op('', 'resourcemanager.projects.getIamPolicy', projectGiven, ({ world }) =>
    projectPolicy(world),
  ),
  'projects get-ancestors': op(
    '',
    'resourcemanager.projects.get',
    projectGiven,
    ({ world }) => [{ id: world.account_id, type: 'project' }],
    'table(id, type)',
  ),
  'projects get-ancestors-iam-policy': op('', 'resourcemanager.projects.getIamPolicy', projectGiven, ({ world }) => [
    { id: world.account_id, policy: projectPolicy(world), type: 'project' },
  ]),
  'services list': op(
    'enabled? available?',
    'serviceusage.services.list',
    project,
    ({ world }) =>
      [...new Set([...SERVICES, ...all(world, 'google_project_service').map(({ name }) => name)])].map((one) => ({
        config: { name: `${one}.googleapis.com` },
        state: 'ENABLED',
      })),
    'table(config.name, state)',
  ),
  'iam service-accounts list': listed(
    '',
    'iam.serviceAccounts.list',
    'google_service_account',
    ({ world }, one) => shownAccount(world, one),
    'table(displayName, email, disabled)',
  ),
  'iam service-accounts describe': onAccount('', 'iam.serviceAccounts.get', ({ world }, one) =>
    shownAccount(world, one),
  ),
  'iam service-accounts get-iam-policy': onAccount('', 'iam.serviceAccounts.getIamPolicy', ({ world }, one) => {
    const bindings = accountBindings(world, one)
    return bindings.length > 0 ? { bindings, etag, version: 1 } : { etag: 'ACAB' }
  }),
  'iam service-accounts keys list': onAccount(
    'iam-account! managed-by',
    'iam.serviceAccountKeys.list',
    (call, one) =>
      keysOf(call.world, one).filter(({ keyType }) =>
        ['any', keyType.split('_')[0]?.toLowerCase()].includes(call.option('managed-by') ?? 'any'),
      ),
    'table(name.basename():label=KEY_ID, validAfterTime:label=CREATED_AT, validBeforeTime:label=EXPIRES_AT)',
  ),
  'iam service-accounts keys create': op(
    'iam-account! key-file-type',
    'iam.serviceAccountKeys.create',
    (call) => {
      if (!call.named) throw new CloudError('', 'argument OUTPUT-FILE: Must be specified.', 2)
      assertWritable(absolute(call.session.state, call.named), call.named)
      const method = 'google.iam.admin.v1.CreateServiceAccountKey'
      return { ...accountTarget(call, call.need('iam-account')), method }
    },
    createKey,
  ),
  'iam service-accounts sign-blob': onAccount(
    'iam-account!',
    'iam.serviceAccounts.signBlob',
    () => 'Signatures of this simulation open nothing.\n',
  ),
  'iam roles list': command('show-deleted?', (call: GcloudCall) =>
    call.has('project')
      ? call.caller.act('iam.roles.list', projectAsked(call), () =>
          all(call.world, 'google_project_iam_custom_role').map(({ name }) =>
            shownRole(call.world, customName(call.world, name)),
          ),
        )
      : Object.keys(predefined).map((name) => shownRole(call.world, name)),
  ),
  'iam roles describe': command('', (call: GcloudCall) =>
    call.named.startsWith('roles/')
      ? shownRole(call.world, call.named)
      : call.caller.act('iam.roles.get', projectAsked(call), () =>
          shownRole(call.world, customName(call.world, shortRole(call.named))),
        ),
  ),
  'iam roles update': op(
    'permissions add-permissions remove-permissions title stage description',
    'iam.roles.update',
    ({ world, named }) => {
      const name = shortRole(named)
      return {
        id: customName(world, name),
        resource: find(world, 'google_project_iam_custom_role', name),
        missing: () => unknownRole(customName(world, name)),
        method: 'google.iam.admin.v1.UpdateRole',
      }
    },
    updateRole,
  ),
  'asset search-all-iam-policies': op('scope query', 'cloudasset.assets.searchAllIamPolicies', project, allPolicies),
}
