import { absolute, assertWritable, readFile } from '../files.ts'
import { madeOn, utc } from '../generated-ids.ts'
import { all, find, wordsOf } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { GcpError } from './call.ts'
import { accountName, emailOf, findServiceAccount, numberOf, projectName } from './ids.ts'
import { accountOfKey, createKey, keysOf } from './keys.ts'
import { type GcloudCall, type GcloudOperation, op, said } from './operation.ts'
import { accountBindings, bucketBindings, projectBindings } from './policy.ts'
import { customName, predefined } from './roles.ts'
import { memberSignedIn, membersSignedIn, properties, signIn, tokenFor, writeProperties } from './sign-in.ts'

const etag = 'BwYsimulated='

const shownProject = ({ world }: GcloudCall) => ({
  createTime: utc(madeOn(world, 'project')),
  lifecycleState: 'ACTIVE',
  name: world.account_id,
  projectId: world.account_id,
  projectNumber: numberOf(world),
})

/** An operation on the project; any other project appears not to exist. */
function onProject<T>(
  call: GcloudCall,
  permission: string,
  work: () => T,
  name = call.option('project') ?? call.named,
): T {
  const { caller, world } = call
  if (name !== '' && ![world.account_id, numberOf(world)].includes(name.replace(/^projects\//, '')))
    throw new GcpError(
      'PERMISSION_DENIED',
      `[${caller.email}] does not have permission to access projects instance [${name.slice(0, 80)}] (or it may not exist): The caller does not have permission. This command is authenticated as ${caller.email}.`,
    )
  return caller.act(permission, projectName(world), undefined, work)
}

export { onProject }

const shownAccount = (world: World, one: Resource) => ({
  displayName: one.attributes.display_name ?? one.name,
  email: emailOf(world, one.name),
  etag,
  name: accountName(world, one.name),
  oauth2ClientId: '1'.repeat(21),
  projectId: world.account_id,
  uniqueId: numberOf({ seed: `${world.seed} ${one.name}` }),
  ...(one.attributes.disabled === 'yes' ? { disabled: true } : { disabled: false }),
})

/** An operation on a service account, including its IAM policy. */
function onAccount<T>(
  call: GcloudCall,
  permission: string,
  name: string,
  work: (account: Resource) => T,
  method = permission,
): T {
  const account = findServiceAccount(call.world, name)
  return call.caller.act(
    permission,
    account ? accountName(call.world, account.name) : `projects/-/serviceAccounts/${name}`,
    account,
    () => {
      if (!account) throw new GcpError('NOT_FOUND', `NOT_FOUND: Unknown service account: ${name.slice(0, 120)}`, 404)
      return work(account)
    },
    method,
  )
}

function shownRole(world: World, name: string) {
  const own = find(world, 'google_project_iam_custom_role', name.replace(/^.*\/roles\//, ''))
  if (own && !name.startsWith('roles/'))
    return {
      etag,
      includedPermissions: wordsOf(own.attributes.permissions).sort(),
      name: customName(world, own.name),
      stage: own.attributes.stage ?? 'GA',
      title: own.attributes.title ?? own.name,
    }
  const found = Object.hasOwn(predefined, name) ? predefined[name] : undefined
  if (!found) throw new GcpError('NOT_FOUND', `NOT_FOUND: The role named ${name.slice(0, 120)} was not found.`, 404)
  return { etag: 'AA==', includedPermissions: [...found.permissions].sort(), name, stage: 'GA', title: found.title }
}

function updateRole(call: GcloudCall) {
  const name = call.named.replace(/^.*\/roles\//, '')
  return call.caller.act(
    'iam.roles.update',
    customName(call.world, name),
    undefined,
    () => {
      const role = find(call.world, 'google_project_iam_custom_role', name)
      if (!role)
        throw new GcpError('NOT_FOUND', `NOT_FOUND: The role named ${customName(call.world, name)} was not found.`, 404)
      const list = (option: string) => wordsOf(call.option(option))
      const start = call.options.has('permissions') ? list('permissions') : wordsOf(role.attributes.permissions)
      const permissions = [...new Set([...start, ...list('add-permissions')])].filter(
        (one) => !list('remove-permissions').includes(one),
      )
      for (const one of permissions)
        if (!/^[a-zA-Z]+\.[a-zA-Z]+\.[a-zA-Z]+$/.test(one))
          throw new GcpError('INVALID_ARGUMENT', `INVALID_ARGUMENT: Permission ${one.slice(0, 80)} is not valid.`, 400)
      call.session.put(role.type, role.name, {
        ...role.attributes,
        permissions: permissions.join(' '),
        ...(call.option('title') ? { title: call.option('title') ?? '' } : {}),
        ...(call.option('stage') ? { stage: call.option('stage') ?? '' } : {}),
      })
      return shownRole(call.world, customName(call.world, name))
    },
    'google.iam.admin.v1.UpdateRole',
  )
}

const authorized = ({ session }: GcloudCall) => {
  const active = memberSignedIn(session)
  return membersSignedIn(session).map((member) => ({
    account: member.replace(/^\w+:/, ''),
    status: member === active ? 'ACTIVE' : '',
  }))
}

/** Signs in a service account with its key file, in addition to the accounts already signed in. */
function activate(call: GcloudCall) {
  const account = accountOfKey(call.world, readFile(call.session, call.option('key-file') ?? ''))
  if (!account || account.attributes.disabled === 'yes')
    throw new GcpError(
      '',
      "There was a problem refreshing auth tokens: ('invalid_grant: Invalid JWT Signature.', {'error': 'invalid_grant'})",
      400,
    )
  const email = emailOf(call.world, account.name)
  if (call.named && call.named !== email)
    throw new GcpError('', 'The given account name does not match the account name in the key file.', 400)
  signIn(call.session, `serviceAccount:${email}`)
  return said('', `Activated service account credentials for: [${email}]\n`)
}

function configure(call: GcloudCall, value: string | undefined) {
  const [, section = 'core', key = call.named] = /^(\w+)\/(\w+)$/.exec(call.named) ?? []
  const other = membersSignedIn(call.session).find((member) => member.replace(/^\w+:/, '') === value)
  if (section === 'core' && key === 'account' && other) {
    signIn(call.session, other)
    return said('', 'Updated property [core/account].\n')
  }
  const all = properties(call.session)
  const kept = { ...all.get(section) }
  if (value === undefined) delete kept[key]
  else kept[key] = value
  all.set(section, kept)
  writeProperties(call.session, all)
  return said('', `${value === undefined ? 'Unset' : 'Updated'} property [${section}/${key}].\n`)
}

const settings = (call: GcloudCall): Record<string, Record<string, string>> => {
  const kept = Object.fromEntries(properties(call.session))
  return {
    ...kept,
    core: {
      account: memberSignedIn(call.session)?.replace(/^\w+:/, '') ?? '',
      project: call.world.account_id,
      ...kept.core,
    },
  }
}

/** `gcloud auth`, `config`, `projects` and `iam`. */
export const projects: Record<string, GcloudOperation> = {
  'auth list': op('filter-account', authorized, 'table(status, account)'),
  'auth print-access-token': op('', (call) => said(`${tokenFor(call.world, call.session.now, call.caller)}\n`)),
  'auth login': op('', () => {
    throw new GcpError(
      '',
      'There is no browser in this shell. You are signed in as the user of the lab; borrow a service account with --impersonate-service-account.',
      400,
    )
  }),
  'auth activate-service-account': op('key-file!', activate),
  'config set': op('', (call) => configure(call, call.options.rest[1] ?? '')),
  'config unset': op('', (call) => configure(call, undefined)),
  'config get': op('', (call) => {
    const [, section = 'core', key = call.named] = /^(\w+)\/(\w+)$/.exec(call.named) ?? []
    return said(`${settings(call)[section]?.[key] ?? '(unset)'}\n`)
  }),
  'config get-value': op('', (call) =>
    said(
      `${settings(call)[/^(\w+)\//.exec(call.named)?.[1] ?? 'core']?.[call.named.replace(/^\w+\//, '')] ?? '(unset)'}\n`,
    ),
  ),
  'config list': op('', (call) =>
    said(
      Object.entries(settings(call))
        .map(
          ([name, values]) =>
            `[${name}]\n${Object.entries(values)
              .map(([key, value]) => `${key} = ${value}\n`)
              .join('')}`,
        )
        .join(''),
    ),
  ),
  'projects list': op(
    '',
    (call) => (call.caller.may('resourcemanager.projects.get') ? [shownProject(call)] : []),
    'table(projectId, name, projectNumber)',
  ),
  'projects describe': op('', (call) => onProject(call, 'resourcemanager.projects.get', () => shownProject(call))),
  'projects get-iam-policy': op('', (call) =>
    onProject(call, 'resourcemanager.projects.getIamPolicy', () => ({
      bindings: projectBindings(call.world),
      etag,
      version: 1,
    })),
  ),
  'projects get-ancestors': op(
    '',
    (call) => onProject(call, 'resourcemanager.projects.get', () => [{ id: call.world.account_id, type: 'project' }]),
    'table(id, type)',
  ),
  'projects get-ancestors-iam-policy': op('', (call) =>
    onProject(call, 'resourcemanager.projects.getIamPolicy', () => [
      {
        id: call.world.account_id,
        policy: { bindings: projectBindings(call.world), etag, version: 1 },
        type: 'project',
      },
    ]),
  ),
  'services list': op(
    'enabled? available?',
    (call) =>
      onProject(
        call,
        'serviceusage.services.list',
        () =>
          [
            ...new Set([
              'iam',
              'iamcredentials',
              'storage',
              'cloudbuild',
              'secretmanager',
              'logging',
              ...all(call.world, 'google_project_service').map(({ name }) => name),
            ]),
          ].map((one) => ({ config: { name: `${one}.googleapis.com` }, state: 'ENABLED' })),
        '',
      ),
    'table(config.name, state)',
  ),
  'iam service-accounts list': op(
    '',
    (call) =>
      onProject(
        call,
        'iam.serviceAccounts.list',
        () => all(call.world, 'google_service_account').map((one) => shownAccount(call.world, one)),
        '',
      ),
    'table(displayName, email, disabled)',
  ),
  'iam service-accounts describe': op('', (call) =>
    onAccount(call, 'iam.serviceAccounts.get', call.named, (one) => shownAccount(call.world, one)),
  ),
  'iam service-accounts get-iam-policy': op('', (call) =>
    onAccount(call, 'iam.serviceAccounts.getIamPolicy', call.named, (one) => {
      const bindings = accountBindings(call.world, one)
      return bindings.length > 0 ? { bindings, etag, version: 1 } : { etag: 'ACAB' }
    }),
  ),
  'iam service-accounts keys list': op(
    'iam-account! managed-by',
    (call) =>
      onAccount(call, 'iam.serviceAccountKeys.list', call.option('iam-account') ?? '', (one) =>
        keysOf(call.world, one).filter(({ keyType }) =>
          ['any', keyType.split('_')[0]?.toLowerCase()].includes(call.option('managed-by') ?? 'any'),
        ),
      ),
    'table(name.basename():label=KEY_ID, validAfterTime:label=CREATED_AT, validBeforeTime:label=EXPIRES_AT)',
  ),
  'iam service-accounts keys create': op('iam-account! key-file-type', (call) => {
    if (!call.named) throw new GcpError('', 'argument OUTPUT-FILE: Must be specified.', 2)
    assertWritable(absolute(call.session.state, call.named), call.named)
    return onAccount(
      call,
      'iam.serviceAccountKeys.create',
      call.option('iam-account') ?? '',
      (one) => createKey(call, one),
      'google.iam.admin.v1.CreateServiceAccountKey',
    )
  }),
  'iam service-accounts sign-blob': op('iam-account!', (call) =>
    onAccount(call, 'iam.serviceAccounts.signBlob', call.option('iam-account') ?? '', () =>
      said('', 'Signatures of this simulation open nothing.\n'),
    ),
  ),
  'iam roles list': op('show-deleted?', (call) =>
    call.options.has('project')
      ? onProject(call, 'iam.roles.list', () =>
          all(call.world, 'google_project_iam_custom_role').map(({ name }) =>
            shownRole(call.world, customName(call.world, name)),
          ),
        )
      : Object.keys(predefined).map((name) => shownRole(call.world, name)),
  ),
  'iam roles describe': op('', (call) =>
    call.named.startsWith('roles/')
      ? shownRole(call.world, call.named)
      : onProject(
          call,
          'iam.roles.get',
          () => shownRole(call.world, customName(call.world, call.named.replace(/^.*\/roles\//, ''))),
          call.option('project') ?? '',
        ),
  ),
  'iam roles update': op('permissions add-permissions remove-permissions title stage description', updateRole),
  'asset search-all-iam-policies': op('scope query', (call) =>
    onProject(
      call,
      'cloudasset.assets.searchAllIamPolicies',
      () =>
        [
          {
            resource: `//cloudresourcemanager.googleapis.com/${projectName(call.world)}`,
            policy: { bindings: projectBindings(call.world) },
          },
          ...all(call.world, 'google_service_account').map((one) => ({
            resource: `//iam.googleapis.com/${accountName(call.world, one.name)}`,
            policy: { bindings: accountBindings(call.world, one) },
          })),
          ...all(call.world, 'google_storage_bucket').map((one) => ({
            resource: `//storage.googleapis.com/${one.name}`,
            policy: { bindings: bucketBindings(call.world, one) },
          })),
        ].filter(({ policy }) => policy.bindings.length > 0),
      '',
    ),
  ),
}
