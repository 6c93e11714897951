import { expect, test } from 'vitest'
import { gcpWorld, TestShell } from '../../test/worlds.ts'

const shell = () => new TestShell(gcpWorld)
const AS = '--impersonate-service-account=deployer@fy-ledger.iam.gserviceaccount.com'

test.each([
  ['gcloud auth list', 'STATUS  ACCOUNT\nACTIVE  lab-user@fy-ledger.iam.example'],
  ["gcloud iam service-accounts list --format='value(email)' | head -1", 'deployer@fy-ledger.iam.gserviceaccount.com'],
  [
    "gcloud iam service-accounts get-iam-policy deployer@fy-ledger.iam.gserviceaccount.com --format='table(bindings.role, bindings.members)'",
    "ROLE                                      MEMBERS\n['roles/iam.serviceAccountTokenCreator']  [['user:lab-user@fy-ledger.iam.example']]",
  ],
  [
    "gcloud projects get-iam-policy fy-ledger --flatten='bindings[].members' --filter='bindings.role:roles/viewer' --format='value(bindings.members)'",
    'user:lab-user@fy-ledger.iam.example',
  ],
  [
    "gcloud projects get-ancestors-iam-policy fy-ledger --format=json | jq -r '.[] | .type as $t | .policy.bindings[0] | [$t, .role] | @tsv'",
    'project\troles/viewer',
  ],
  [
    "gcloud iam roles describe roles/editor --format='value(includedPermissions)' | tr ';' '\\n' | grep -E 'actAs'",
    'iam.serviceAccounts.actAs',
  ],
  ['gcloud storage ls', 'gs://exports-1/'],
  [
    "gcloud storage buckets describe gs://exports-1 --format='default(name, uniform_bucket_level_access)'",
    'name: exports-1\nuniform_bucket_level_access: true',
  ],
  [
    "gcloud builds triggers list --format='value(name,serviceAccount)'",
    'nightly\tprojects/fy-ledger/serviceAccounts/night-shift@fy-ledger.iam.gserviceaccount.com',
  ],
  [
    "gcloud builds list --limit=1 --format='table(status, substitutions)'",
    "STATUS   SUBSTITUTIONS\nSUCCESS  {'TRIGGER_NAME': 'nightly', 'BRANCH_NAME': 'main'}",
  ],
  [
    'curl -s "https://oauth2.googleapis.com/tokeninfo?access_token=$(gcloud auth print-access-token)" | jq -r .email',
    'lab-user@fy-ledger.iam.example',
  ],
  [
    `curl -s -X POST -H "Authorization: Bearer $(gcloud auth print-access-token)" "https://cloudresourcemanager.googleapis.com/v1/projects/fy-ledger:testIamPermissions" -d '{"permissions":["storage.buckets.list","storage.objects.get"]}' | jq -c .permissions`,
    '["storage.buckets.list"]',
  ],
  [
    'gcloud config set project other; gcloud config get project; gcloud config unset project',
    'Updated property [core/project].\nother\nUnset property [core/project].',
  ],
])('%s', async (line, output) => {
  expect(await shell().prints(line)).toBe(output)
})

test.each([
  [
    'gcloud storage cat gs://exports-1/quarter-3',
    'ERROR: (gcloud.storage.cat) lab-user@fy-ledger.iam.example does not have storage.objects.get access',
  ],
  [
    'gcloud secrets versions access latest --secret=ledger-token',
    "ERROR: (gcloud.secrets.versions.access) Permission 'secretmanager.versions.access' denied for resource",
  ],
  [
    'gcloud storage ls --impersonate-service-account=night-shift@fy-ledger.iam.gserviceaccount.com',
    'Failed to impersonate [night-shift@fy-ledger.iam.gserviceaccount.com]. Make sure the account',
  ],
  [
    'gcloud iam roles update publisher --project=fy-ledger --add-permissions=storage.objects.get',
    "Permission 'iam.roles.update' denied",
  ],
  [
    'gcloud projects describe other',
    'does not have permission to access projects instance [other] (or it may not exist)',
  ],
  ['gcloud storage ls gs://nowhere', 'gs://nowhere not found: 404.'],
  ['gcloud compute instances create x', '“gcloud compute instances create x” is not in this simulation.'],
  ['gcloud storage ls --foo', 'unrecognized arguments: --foo'],
  ['gcloud auth login', 'There is no browser in this shell.'],
  ['curl -s https://storage.googleapis.com/storage/v1/b/exports-1/o', 'UNAUTHENTICATED'],
])('%s is refused as Google Cloud refuses it', async (line, words) => {
  const answer = await shell().run(line)
  expect(answer.output).toContain(words)
})

test('an impersonated account widens its role, reads the export, and restores the role', async () => {
  const one = shell()
  expect(await one.prints(`gcloud storage cat gs://exports-1/quarter-3 ${AS}`)).toContain(
    'does not have storage.objects.get access',
  )
  const widened = await one.run(
    `gcloud iam roles update publisher --project=fy-ledger --add-permissions=storage.objects.get ${AS} --format='value(includedPermissions)'`,
  )
  expect(widened.effects).toMatchObject([
    {
      kind: 'put',
      type: 'google_project_iam_custom_role',
      name: 'publisher',
      attributes: { permissions: 'storage.buckets.get storage.objects.list storage.objects.get' },
    },
  ])
  expect(widened.log.at(-1)).toMatchObject({
    kept: true,
    event: {
      protoPayload: {
        methodName: 'google.iam.admin.v1.UpdateRole',
        authenticationInfo: {
          principalEmail: 'deployer@fy-ledger.iam.gserviceaccount.com',
          serviceAccountDelegationInfo: [{}],
        },
      },
    },
  })
  expect(await one.prints(`gcloud storage cat gs://exports-1/quarter-3 ${AS}`)).toContain('FLAG{quarter}')
  await one.run(`gcloud iam roles update publisher --project=fy-ledger --remove-permissions=storage.objects.get ${AS}`)
  expect(
    await one.prints("gcloud iam roles describe publisher --project=fy-ledger --format='value(includedPermissions)'"),
  ).toBe('storage.buckets.get;storage.objects.list')
  expect(
    await one.prints(
      `gcloud logging read 'protoPayload.methodName="google.iam.admin.v1.UpdateRole" AND severity>=NOTICE' --format='value(protoPayload.authenticationInfo.principalEmail)'`,
    ),
  ).toBe('deployer@fy-ledger.iam.gserviceaccount.com\ndeployer@fy-ledger.iam.gserviceaccount.com')
})

test('the log of the longest build contains the leaked secret', async () => {
  const logs =
    "for b in $(gcloud builds list --filter='substitutions.TRIGGER_NAME=nightly' --format='value(id)'); do gcloud builds log $b; done"
  expect(await shell().prints(`${logs} | grep -o 'FLAG{[^}]*}'`)).toBe('FLAG{log}')
})

test('a build runs as the account it names, if the caller may act as that account', async () => {
  const one = shell()
  const build = async (account: string) =>
    await one.prints(`cat > b.yaml <<'Y'
steps:
  - name: gcr.io/google.com/cloudsdktool/cloud-sdk:slim
    entrypoint: bash
    args: ["-c", "gcloud secrets versions access latest --secret=ledger-token; ls ~; curl -s -H 'Metadata-Flavor: Google' http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/email"]
serviceAccount: projects/fy-ledger/serviceAccounts/${account}@fy-ledger.iam.gserviceaccount.com
Y
gcloud builds submit --no-source --config b.yaml`)
  expect(await build('build-release')).toContain(
    'Step #0: FLAG{token}build-release@fy-ledger.iam.gserviceaccount.com\nDONE',
  )
  expect(await build('night-shift')).toContain('caller does not have permission to act as service account')
  expect((await one.run('gcloud builds list')).output).toContain('2026-11-24T10:00:00Z')
})

test('an impersonation chain passes through its accounts in order, and acts as the last', async () => {
  const at = (name: string) => `${name}@fy-ledger.iam.gserviceaccount.com`
  const resources = [
    ...gcpWorld.resources,
    {
      type: 'google_service_account_iam_member',
      name: 'deployer-borrows-night-shift',
      attributes: {
        member: 'deployer',
        role: 'roles/iam.serviceAccountTokenCreator',
        service_account: 'night-shift',
      },
    },
  ]
  const borrowing = async (...names: string[]) =>
    await new TestShell({ ...gcpWorld, resources }).run(
      `curl -s "https://oauth2.googleapis.com/tokeninfo?access_token=$(gcloud auth print-access-token --impersonate-service-account=${names.map(at).join(',')})" | jq -r .email`,
    )
  const { output, log } = await borrowing('deployer', 'night-shift')
  expect(output.trim().split('\n').at(-1)).toBe(at('night-shift'))
  expect(log.map(({ identity, resource }) => [identity, resource.split('/').at(-1)])).toEqual([
    ['lab-user@fy-ledger.iam.example', at('deployer')],
    [at('deployer'), at('night-shift')],
  ])
  expect((await borrowing('night-shift', 'deployer')).output).toContain(`Failed to impersonate [${at('night-shift')}]`)
})

const KEYS = 'gcloud iam service-accounts keys'
const NIGHT = '--iam-account=night-shift@fy-ledger.iam.gserviceaccount.com'
const keyAdmin = {
  type: 'google_project_iam_member',
  name: 'keys',
  attributes: { member: 'lab-user', role: 'roles/iam.serviceAccountKeyAdmin' },
}
const withKeys = { ...gcpWorld, resources: [...gcpWorld.resources, keyAdmin] }

test('an allowed caller creates a key, signs in its service account with it, and leaves an audit entry', async () => {
  expect(await shell().prints(`${KEYS} create key.json ${NIGHT}`)).toContain(
    "Permission 'iam.serviceAccountKeys.create' denied",
  )
  const one = new TestShell(withKeys)
  expect(await one.prints(`${KEYS} create ${NIGHT}`)).toContain('argument OUTPUT-FILE: Must be specified.')
  const made = await one.run(`${KEYS} create key.json ${NIGHT}`)
  expect(made.output).toMatch(/^created key \[[0-9a-f]{40}\] of type \[json\] as \[key.json\] for \[night-shift@/)
  expect(made.effects).toMatchObject([{ kind: 'put', type: 'google_service_account_key' }])
  expect(made.log.at(-1)).toMatchObject({
    kept: true,
    event: { protoPayload: { methodName: 'google.iam.admin.v1.CreateServiceAccountKey' } },
  })
  expect(await one.prints(`${KEYS} list ${NIGHT} --managed-by=user --format='value(name)' | wc -l`)).toBe('1')
  expect(await one.prints('gcloud auth activate-service-account --key-file=key.json')).toBe(
    'Activated service account credentials for: [night-shift@fy-ledger.iam.gserviceaccount.com]',
  )
  expect(await one.prints("gcloud auth list --filter-account='' --format='value(account,status)'")).toBe(
    'night-shift@fy-ledger.iam.gserviceaccount.com\tACTIVE\nlab-user@fy-ledger.iam.example',
  )
  expect(await one.prints('gcloud iam service-accounts list')).toContain("Permission 'iam.serviceAccounts.list' denied")
  await one.run('gcloud config set account lab-user@fy-ledger.iam.example')
  expect((await one.run('gcloud iam service-accounts list')).exit).toBe(0)
})

test('an organisation policy forbids all keys, and an account has at most ten', async () => {
  const forbidding = {
    type: 'google_org_policy_policy',
    name: 'no-keys',
    attributes: { constraint: 'iam.disableServiceAccountKeyCreation' },
  }
  const world = { ...withKeys, resources: [...withKeys.resources, forbidding] }
  const refused = await new TestShell(world).run(`${KEYS} create key.json ${NIGHT}`)
  expect(refused.output).toContain('- type: constraints/iam.disableServiceAccountKeyCreation')
  expect([refused.effects, refused.state.files]).not.toContain('key.json')
  expect(refused.effects).toEqual([])
  const one = new TestShell(withKeys)
  for (let made = 0; made < 10; made++) expect((await one.run(`${KEYS} create key.json ${NIGHT}`)).exit).toBe(0)
  expect(await one.prints(`${KEYS} create key.json ${NIGHT}`)).toContain('Precondition check failed')
})

test('rejects key files that were written manually, altered or created elsewhere', async () => {
  const one = new TestShell(withKeys)
  await one.run(`${KEYS} create key.json ${NIGHT}`)
  await one.run('sed s/BEGIN/BEGIN/ key.json > same.json')
  expect((await one.run('gcloud auth activate-service-account --key-file=same.json')).exit).toBe(0)
  const elsewhere = new TestShell({ ...withKeys, seed: 'another' })
  elsewhere.state.files['/home/learner/key.json'] = one.state.files['/home/learner/key.json'] ?? ''
  expect(await elsewhere.prints('gcloud auth activate-service-account --key-file=key.json')).toContain('invalid_grant')
  const emptied = new TestShell(withKeys)
  emptied.state.files['/home/learner/key.json'] = one.state.files['/home/learner/key.json'] ?? ''
  expect(await emptied.prints('gcloud auth activate-service-account --key-file=key.json')).toContain('invalid_grant')
  await one.run(`jq '.private_key = "-----BEGIN PRIVATE KEY-----\\nabc.def\\n"' key.json > forged.json`)
  expect(await one.prints('gcloud auth activate-service-account --key-file=forged.json')).toContain('invalid_grant')
  expect(await one.prints(`echo '{' > no.json; gcloud auth activate-service-account --key-file=no.json`)).toContain(
    'invalid_grant',
  )
})
