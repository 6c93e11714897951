import type { GcpBinding, GcpDenyRule, GcpNode, GcpRequest } from '../../src/policies/gcp/request.ts'
/**
 * Topic in Google Cloud's documentation that the case follows, its statement in our words, the request, and the result: true, or a part of the error
 * message.
 */
export type GcpCase = [topic: string, says: string, request: GcpRequest, answer: true | string]

const ANA = 'user:ana@corp.example'
const DEPLOYER = 'serviceAccount:deployer@shop.iam.gserviceaccount.com'
const roles = {
  'roles/viewer': ['storage.buckets.*', 'iam.serviceAccounts.get', 'iam.serviceAccounts.list', 'compute.instances.get'],
  'roles/editor': ['storage.buckets.*', 'compute.instances.*', 'iam.serviceAccounts.actAs'],
  'roles/storage.objectViewer': ['storage.objects.get', 'storage.objects.list'],
  'roles/secretmanager.secretAccessor': ['secretmanager.versions.access'],
  'roles/iam.serviceAccountTokenCreator': ['iam.serviceAccounts.getAccessToken', 'iam.serviceAccounts.signBlob'],
  'projects/shop/roles/reportPublisher': ['iam.roles.get', 'iam.roles.update'],
}

const binds = (role: string, members: string | string[] = ANA, expression?: string): GcpBinding => ({
  role,
  members: [members].flat(),
  ...(expression === undefined ? {} : { condition: { expression } }),
})
interface Tree {
  organization?: GcpBinding[]
  folder?: GcpBinding[]
  project?: GcpBinding[]
  resource?: GcpBinding[]
  deny?: GcpDenyRule[]
  deny_above?: GcpDenyRule[]
}
const tree = (name: string, { organization, folder, project, resource, deny, deny_above }: Tree): GcpNode[] => [
  { name: 'organizations/1', bindings: organization ?? [], deny: deny_above ?? [] },
  { name: 'folders/2', bindings: folder ?? [] },
  { name: 'projects/shop', bindings: project ?? [], deny: deny ?? [] },
  { name, bindings: resource ?? [] },
]
const ask = (permission: string, name: string, set: Tree, more: Partial<GcpRequest> = {}): GcpRequest => ({
  member: ANA,
  permission,
  path: tree(name, set),
  roles,
  ...more,
})
const BUCKET = 'projects/_/buckets/exports'
const SECRET = 'projects/shop/secrets/ledger/versions/latest'
const ACCOUNT = 'projects/shop/serviceAccounts/deployer@shop.iam.gserviceaccount.com'
const object = (set: Tree, more?: Partial<GcpRequest>) => ask('storage.objects.get', BUCKET, set, more)
const secret = (set: Tree, more?: Partial<GcpRequest>) => ask('secretmanager.versions.access', SECRET, set, more)
const token = (set: Tree, more?: Partial<GcpRequest>) => ask('iam.serviceAccounts.getAccessToken', ACCOUNT, set, more)

const viewer = binds('roles/storage.objectViewer')
const when = (expression: string, more: Partial<GcpRequest> = {}) =>
  object({ project: [binds('roles/storage.objectViewer', ANA, expression)] }, more)
const october = {
  resource: {
    name: 'projects/_/buckets/exports/objects/2026/october',
    type: 'storage.googleapis.com/Object',
    service: 'storage.googleapis.com',
  },
}
const now = { time: '2026-11-24T10:00:00Z' }
const noObject =
  "ana@corp.example does not have storage.objects.get access to the Google Cloud Storage object. Permission 'storage.objects.get' denied on resource (or it may not exist)."
const noSecret = `Permission 'secretmanager.versions.access' denied for resource '${SECRET}' (or it may not exist).`
const noToken = "Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist)."

const rule = (denied_permissions: string[], more: Partial<GcpDenyRule> = {}): GcpDenyRule => ({
  denied_principals: [ANA],
  denied_permissions,
  ...more,
})
const noObjects = rule(['storage.googleapis.com/objects.get'])

const ALLOW = 'IAM overview: allow policies'
const TREE = 'Using resource hierarchy for access control'
const MEMBERS = 'Principal identifiers'
const ROLES = 'Roles and permissions'
const CONDITIONS = 'Overview of IAM Conditions'
const ATTRIBUTES = 'Attribute reference for IAM Conditions'
const DENY = 'Deny policies'
const DENY_NAMES = 'Permissions supported in deny policies'
const IMPERSONATION = 'Service account impersonation'

export const gcpCases: GcpCase[] = [
  [ALLOW, 'without a binding the answer is no', object({}), noObject],
  [ALLOW, 'a binding is enough', object({ project: [viewer] }), true],
  [
    ALLOW,
    'a binding of somebody else says nothing',
    object({ project: [binds('roles/storage.objectViewer', 'user:eva@corp.example')] }),
    noObject,
  ],
  [ALLOW, 'bindings add up', secret({ project: [viewer, binds('roles/secretmanager.secretAccessor')] }), true],
  [ALLOW, 'a role without the permission says nothing', secret({ project: [viewer] }), noSecret],
  [TREE, 'from the organization down', object({ organization: [viewer] }), true],
  [TREE, 'from the folder down', object({ folder: [viewer] }), true],
  [TREE, 'on the resource alone', object({ resource: [viewer] }), true],
  [
    TREE,
    'a smaller role below takes nothing away',
    ask('compute.instances.start', 'projects/shop/zones/a/instances/i', {
      folder: [binds('roles/editor')],
      resource: [binds('roles/viewer')],
    }),
    true,
  ],
  [
    TREE,
    'a binding on a resource holds for it alone',
    ask('storage.buckets.list', 'projects/shop', { resource: [] }),
    'does not have storage.buckets.list access to the Google Cloud Storage bucket',
  ],
  [
    MEMBERS,
    'a group',
    object(
      { project: [binds('roles/storage.objectViewer', 'group:staff@corp.example')] },
      { groups: ['group:staff@corp.example'] },
    ),
    true,
  ],
  [
    MEMBERS,
    'a group that one is not in',
    object({ project: [binds('roles/storage.objectViewer', 'group:staff@corp.example')] }),
    noObject,
  ],
  [
    MEMBERS,
    'everybody of a domain',
    object({ project: [binds('roles/storage.objectViewer', 'domain:corp.example')] }),
    true,
  ],
  [MEMBERS, 'another domain', object({ project: [binds('roles/storage.objectViewer', 'domain:example')] }), noObject],
  [
    MEMBERS,
    'a domain has no service accounts',
    object(
      { project: [binds('roles/storage.objectViewer', 'domain:shop.iam.gserviceaccount.com')] },
      { member: DEPLOYER },
    ),
    'does not have storage.objects.get access',
  ],
  [
    MEMBERS,
    'all users',
    object({ resource: [binds('roles/storage.objectViewer', 'allUsers')] }, { member: null }),
    true,
  ],
  [
    MEMBERS,
    'all who signed in',
    object({ resource: [binds('roles/storage.objectViewer', 'allAuthenticatedUsers')] }),
    true,
  ],
  [
    MEMBERS,
    'who did not sign in is not one of them',
    object({ resource: [binds('roles/storage.objectViewer', 'allAuthenticatedUsers')] }, { member: null }),
    'Anonymous caller does not have storage.objects.get access',
  ],
  [
    MEMBERS,
    'a service account',
    object({ project: [binds('roles/storage.objectViewer', DEPLOYER)] }, { member: DEPLOYER }),
    true,
  ],
  [
    MEMBERS,
    'addresses count without regard to case',
    object({ project: [binds('roles/storage.objectViewer', 'user:Ana@corp.example')] }),
    true,
  ],
  [
    MEMBERS,
    'a user that was deleted is nobody',
    object({ project: [binds('roles/storage.objectViewer', 'deleted:user:ana@corp.example?uid=1')] }),
    noObject,
  ],
  [
    ROLES,
    'a custom role',
    ask('iam.roles.update', 'projects/shop/roles/reportPublisher', {
      project: [binds('projects/shop/roles/reportPublisher')],
    }),
    true,
  ],
  [
    ROLES,
    'a custom role gives what it has now',
    object(
      { project: [binds('projects/shop/roles/reportPublisher')] },
      { roles: { ...roles, 'projects/shop/roles/reportPublisher': ['storage.objects.get'] } },
    ),
    true,
  ],
  [ROLES, 'a role that there is not gives nothing', object({ project: [binds('roles/nothing')] }), noObject],
  [ROLES, 'viewer reads no object', object({ project: [binds('roles/viewer')] }), noObject],
  [
    ROLES,
    'a permission is no prefix of another',
    ask('storage.objects.getIamPolicy', BUCKET, { project: [viewer] }),
    'storage.objects.getIamPolicy',
  ],
  [
    IMPERSONATION,
    'the right may stand on the account itself',
    token({ resource: [binds('roles/iam.serviceAccountTokenCreator')] }),
    true,
  ],
  [
    IMPERSONATION,
    'on the project it holds for every account',
    token({ project: [binds('roles/iam.serviceAccountTokenCreator')] }),
    true,
  ],
  [
    IMPERSONATION,
    'to act as an account is not to take its tokens',
    token({ project: [binds('roles/editor')] }),
    noToken,
  ],
  [
    IMPERSONATION,
    'other accounts stay closed',
    ask('iam.serviceAccounts.getAccessToken', 'projects/shop/serviceAccounts/other', {}),
    noToken,
  ],
  [CONDITIONS, 'the condition holds', when('request.time < timestamp("2027-01-01T00:00:00Z")', now), true],
  [CONDITIONS, 'the time is over', when('request.time < timestamp("2026-01-01T00:00:00Z")', now), noObject],
  [
    CONDITIONS,
    'another binding without a condition gives it anyway',
    object({ project: [viewer, binds('roles/storage.objectViewer', ANA, 'false')] }),
    true,
  ],
  [CONDITIONS, 'what cannot be read gives nothing', when('origin.ip == "1.2.3.4"', now), noObject],
  [CONDITIONS, 'a text is no condition', when('"true"'), noObject],
  [
    ATTRIBUTES,
    'the beginning of a name',
    when('resource.name.startsWith("projects/_/buckets/exports/objects/2026/")', october),
    true,
  ],
  [
    ATTRIBUTES,
    'another beginning',
    when('resource.name.startsWith("projects/_/buckets/exports/objects/2025/")', october),
    noObject,
  ],
  [ATTRIBUTES, 'the end of a name', when("resource.name.endsWith('october')", october), true],
  [ATTRIBUTES, 'the type', when('resource.type == "storage.googleapis.com/Object"', october), true],
  [ATTRIBUTES, 'not this service', when('resource.service != "storage.googleapis.com"', october), noObject],
  [
    ATTRIBUTES,
    'and',
    when('resource.type == "storage.googleapis.com/Object" && resource.name.endsWith("may")', october),
    noObject,
  ],
  [ATTRIBUTES, 'or', when('resource.type == "x" || resource.name.endsWith("october")', october), true],
  [ATTRIBUTES, 'not, with brackets', when('!(resource.type == "x" || resource.name.endsWith("may"))', october), true],
  [ATTRIBUTES, 'and binds closer than or', when('true || true && false'), true],
  [
    ATTRIBUTES,
    'between two moments',
    when('request.time >= timestamp("2026-11-24T10:00:00Z") && request.time <= timestamp("2026-11-24T10:00:00Z")', now),
    true,
  ],
  [DENY, 'it takes away what a role gave', object({ project: [viewer], deny: [noObjects] }), noObject],
  [DENY, 'it holds from above', object({ resource: [viewer], deny_above: [noObjects] }), noObject],
  [
    DENY,
    'others keep it',
    object({ project: [binds('roles/storage.objectViewer', DEPLOYER)], deny: [noObjects] }, { member: DEPLOYER }),
    true,
  ],
  [
    DENY,
    'all are denied but one',
    object({
      project: [viewer],
      deny: [
        rule(['storage.googleapis.com/objects.get'], {
          denied_principals: ['principalSet://goog/public:all'],
          exception_principals: ['principal://goog/subject/ana@corp.example'],
        }),
      ],
    }),
    true,
  ],
  [
    DENY,
    'all are denied',
    object({
      project: [viewer],
      deny: [rule(['storage.googleapis.com/objects.get'], { denied_principals: ['principalSet://goog/public:all'] })],
    }),
    noObject,
  ],
  [
    DENY,
    'a group is denied',
    object(
      {
        project: [viewer],
        deny: [
          rule(['storage.googleapis.com/objects.get'], {
            denied_principals: ['principalSet://goog/group/staff@corp.example'],
          }),
        ],
      },
      { groups: ['group:staff@corp.example'] },
    ),
    noObject,
  ],
  [
    DENY,
    'a service account is denied',
    token(
      {
        resource: [binds('roles/iam.serviceAccountTokenCreator', DEPLOYER)],
        deny: [
          rule(['iam.googleapis.com/serviceAccounts.getAccessToken'], {
            denied_principals: [
              'principal://iam.googleapis.com/projects/-/serviceAccounts/deployer@shop.iam.gserviceaccount.com',
            ],
          }),
        ],
      },
      { member: DEPLOYER },
    ),
    noToken,
  ],
  [
    DENY,
    'its condition holds',
    object({ project: [viewer], deny: [{ ...noObjects, condition: { expression: 'true' } }] }),
    noObject,
  ],
  [
    DENY,
    'its condition does not hold',
    object({ project: [viewer], deny: [{ ...noObjects, condition: { expression: 'false' } }] }),
    true,
  ],
  [DENY, 'it gives nothing', object({ deny: [rule(['secretmanager.googleapis.com/versions.access'])] }), noObject],
  [
    DENY_NAMES,
    'other permissions stay',
    secret({ project: [binds('roles/secretmanager.secretAccessor')], deny: [noObjects] }),
    true,
  ],
  [
    DENY_NAMES,
    'a group of permissions',
    object({ project: [viewer], deny: [rule(['storage.googleapis.com/objects.*'])] }),
    noObject,
  ],
  [
    DENY_NAMES,
    'all of a service',
    object({ project: [viewer], deny: [rule(['storage.googleapis.com/*.*'])] }),
    noObject,
  ],
  [
    DENY_NAMES,
    'a group but for one',
    object({
      project: [viewer],
      deny: [
        rule(['storage.googleapis.com/objects.*'], { exception_permissions: ['storage.googleapis.com/objects.get'] }),
      ],
    }),
    true,
  ],
  [
    DENY_NAMES,
    'the project’s own permissions have another address',
    ask(
      'resourcemanager.projects.get',
      'projects/shop',
      { project: [binds('r')], deny: [rule(['cloudresourcemanager.googleapis.com/projects.get'])] },
      { roles: { r: ['resourcemanager.projects.get'] } },
    ),
    "denied on resource '//cloudresourcemanager.googleapis.com/projects/shop'",
  ],
]
