import type { Resource } from '@flagyard/cloud-simulator'
import { beforeAll, expect, test } from 'vitest'
import { type Lab, lessonsOf } from '../src/areas/authoring/content/model.ts'
import { buildWorld, readDemo, Shell } from './simulated-lab.ts'

/** One command block of a lesson, with its setup and its expected output. */
interface Step {
  prints: RegExp | ''
  /** Lines from the lesson that run before the block. */
  before?: string[]
  /** Values for the placeholders of the lesson. `$(…)` is evaluated by the shell. */
  fill?: Record<string, string>
  /** For a block that runs on a machine or in a build of the account: a command that runs the file `block` there. */
  inside?: string
}

interface Lesson {
  lab: string
  /** Resources that the lesson mentions and its lab does not have. */
  given?: Resource[]
  steps: Step[]
}

const row = (type: string, name: string, attributes: Record<string, string>): Resource => ({ type, name, attributes })
const readsAll = row('aws_iam_user_policy_attachment', 'auditor', {
  user: 'lab-user',
  policy_arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess',
})
const operatesMachines = row('aws_iam_user_policy', 'operator', {
  user: 'lab-user',
  policy:
    '{"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": ["ssm:SendCommand", "ssm:GetCommandInvocation"], "Resource": "*"}}',
})
const readsProject = row('google_project_iam_member', 'viewer', { member: 'lab-user', role: 'roles/viewer' })

const ON_INSTANCE =
  'aws ssm get-command-invocation --instance-id "$ID" --command-id "$(aws ssm send-command --instance-ids "$ID" --document-name AWS-RunShellScript --parameters "{\\"commands\\": [$(jq -Rs . block)]}" --query Command.CommandId --output text)" --query "[StandardOutputContent, StandardErrorContent]" --output text'
const ON_MACHINE =
  'az vm run-command invoke -g rg-web -n vm-report --command-id RunShellScript --scripts @block --query "value[0].message" -o tsv'
const AS_BUILD =
  'echo "{\\"steps\\": [{\\"name\\": \\"bash\\", \\"entrypoint\\": \\"bash\\", \\"args\\": [\\"-c\\", $(jq -Rs . block)]}]}" > b.json; gcloud builds submit --no-source --config=b.json --service-account=build-release@$(gcloud config get-value project).iam.gserviceaccount.com'

const lessons: Record<string, Lesson> = {
  'reading-policies-fast': {
    lab: 'cross-account-trust',
    steps: [
      { prints: /^\["audit-reader",\{"AWS":"arn:aws:iam::111122223333:root"\}\]\n\["payroll-export",.*\n\["backup/ },
    ],
  },
  'cross-account-trust': {
    lab: 'cross-account-trust',
    steps: [
      {
        fill: { '<account>': '$(aws sts get-caller-identity --query Account --output text)', '<role>': 'audit-reader' },
        prints: /"Arn": "arn:aws:sts::111122223333:assumed-role\/audit-reader\//,
      },
    ],
  },
  'metadata-and-its-guards': {
    lab: 'a-talkative-instance',
    given: [operatesMachines],
    steps: [
      {
        before: ['ID=$(aws ec2 describe-instances --query "Reservations[0].Instances[0].InstanceId" --output text)'],
        inside: ON_INSTANCE,
        prints: /^report-box\b/,
      },
    ],
  },
  'user-data-and-what-it-keeps': {
    lab: 'a-talkative-instance',
    steps: [
      {
        fill: {
          'i-0abc1234def567890':
            '$(aws ec2 describe-instances --query "Reservations[0].Instances[0].InstanceId" --output text)',
        },
        // The lesson ends with this question: `lab-user` may make this call, the current identity may not.
        prints: /UnauthorizedOperation.*ec2:DescribeInstanceAttribute/s,
      },
    ],
  },
  // The lab has no ECS task, and the address exists only inside one.
  'container-credentials': { lab: 'a-talkative-instance', steps: [{ prints: '' }] },
  'buckets-and-their-keys': {
    lab: 'cross-account-trust',
    given: [readsAll],
    steps: [
      {
        fill: { '<bucket>': "$(aws s3 ls | grep -o 'payroll-archive.*')" },
        prints:
          /"BlockPublicAcls": true.*NoSuchBucketPolicy.*"ObjectOwnership": "BucketOwnerEnforced".*"AccessPointList": \[\]/s,
      },
    ],
  },
  'secrets-in-plain-sight': {
    lab: 'aws-red-team-expert',
    given: [
      { ...readsAll, attributes: { ...readsAll.attributes, user: 'ci-statements' } },
      row('aws_ssm_parameter', 'p', {}),
    ],
    steps: [{ prints: /\t\d{4}-\d\d-\d\dT00:00:00\+00:00\np\tSecureString\n$/ }],
  },
  'reading-the-trail': {
    lab: 'cross-account-trust',
    steps: [
      {
        before: [
          'aws sts assume-role --role-arn arn:aws:iam::111122223333:role/audit-reader --role-session-name rt-2026',
        ],
        prints: /^2026-11-24T10:00:\d\d\+00:00\tlab-user\n$/,
      },
    ],
  },
  'mapping-a-tenant': {
    lab: 'the-forgotten-app-registration',
    steps: [
      {
        prints:
          /^\{\n {2}"tenant": ".*",\n {2}"me": "lab-.*@.*"\n\}\n\{\n {2}"id": ".*",\n {2}"upn": "lab-.*@.*"\n\}\n$/,
      },
    ],
  },
  'what-consent-means': {
    lab: 'the-forgotten-app-registration',
    given: [
      row('azuread_oauth2_permission_grant', 'mail', {
        client: 'c',
        scope: 'Mail.Read',
        consent_type: 'AllPrincipals',
      }),
    ],
    steps: [{ prints: /"client": "c",\s*"scope": "Mail.Read",\s*"type": "AllPrincipals"/ }],
  },
  'application-and-service-principal': {
    lab: 'the-forgotten-app-registration',
    steps: [{ prints: /"app": "(.{36})",\s*"appId": "(.{36})"[^"]*"sp": "(?!\1)(.{36})",\s*"appId": "\2"/ }],
  },
  'owning-an-application': {
    lab: 'the-forgotten-app-registration',
    steps: [{ prints: /"type": "servicePrincipal"/ }],
  },
  'the-forgotten-app-registration': {
    lab: 'the-forgotten-app-registration',
    steps: [{ prints: /"type": "#microsoft.graph.application",\s*"name": "build-runner"/ }, { prints: '' }],
  },
  'managed-identity-tokens': {
    lab: 'a-machine-with-a-key',
    steps: [{ inside: ON_MACHINE, prints: /"access_token": ?"/ }],
  },
  'run-command-and-extensions': { lab: 'a-machine-with-a-key', steps: [{ prints: /uid=0\(root\).*vm-report/s }] },
  'key-vault-two-models': {
    lab: 'a-machine-with-a-key',
    steps: [{ prints: /"roles": true,\s*"network": "Deny"/ }],
  },
  'a-machine-with-a-key': {
    lab: 'a-machine-with-a-key',
    steps: [{ prints: /^Microsoft\.Compute\/virtualMachines\/\*\n$/ }],
  },
  'how-rights-flow-down': {
    lab: 'borrowed-service-account',
    steps: [{ prints: /flagyard-lab-1 +project\n.*^project\troles\/viewer\tuser:/ms }],
  },
  'basic-predefined-custom': {
    lab: 'borrowed-service-account',
    steps: [{ prints: /iam\.serviceAccountKeys\.create\niam\.serviceAccounts\.actAs\n/ }],
  },
  'finding-your-bearings': {
    lab: 'borrowed-service-account',
    steps: [
      { prints: /"email": "lab-user@.*",\s*"scope": ".*cloud-platform.*",\s*"expires_in": "\d+"/ },
      {
        prints:
          /"permissions": ?\[\s*"storage.buckets.list",\s*"iam.serviceAccounts.list",\s*"compute.instances.list"\s*\]/,
      },
    ],
  },
  'impersonating-service-accounts': {
    lab: 'borrowed-service-account',
    steps: [{ prints: /gs:\/\/ledger-exports.*\/\n/ }],
  },
  'keys-that-never-expire': {
    lab: 'borrowed-service-account',
    given: [row('google_service_account_key', 'old', { service_account: 'deployer' })],
    steps: [{ prints: /NAME +VALID_AFTER_TIME +VALID_BEFORE_TIME\n[0-9a-f]{40} .* 9999-12-31T23:59:59Z\n$/ }],
  },
  'borrowed-service-account': {
    lab: 'borrowed-service-account',
    steps: [{ prints: /== deployer@.*roles\/iam\.serviceAccountTokenCreator.*== publisher@/s }],
  },
  'default-service-accounts': {
    lab: 'the-build-that-knew-too-much',
    given: [
      readsProject,
      row('google_project_iam_member', 'compute', {
        member: 'serviceAccount:1234-compute@developer.gserviceaccount.com',
        role: 'roles/editor',
      }),
    ],
    steps: [
      { prints: /^serviceAccount:1234-compute@developer.gserviceaccount.com\n$/ },
      { inside: AS_BUILD, prints: /"access_token": ?"/ },
    ],
  },
  'functions-and-run': {
    lab: 'the-build-that-knew-too-much',
    given: [readsProject],
    steps: [{ prints: /^NAME +URL +SERVICE_ACCOUNT_NAME\nledger +https:\/\/ledger.*\n.*etag/s }],
  },
  'the-build-that-knew-too-much': {
    lab: 'the-build-that-knew-too-much',
    steps: [
      {
        fill: { '<id>': "$(gcloud builds list --limit=1 --format='value(id)')" },
        prints: /^ID +CREATE_TIME +STATUS +SUBSTITUTIONS\n.*REMOTE BUILD OUTPUT/s,
      },
    ],
  },
  'buckets-and-uniform-access': {
    lab: 'the-build-that-knew-too-much',
    given: [
      readsProject,
      row('google_project_iam_member', 'keys', { member: 'lab-user', role: 'roles/storage.hmacKeyAdmin' }),
    ],
    steps: [
      {
        prints:
          /^name: ledger-archive.*\nuniform_bucket_level_access: true\npublic_access_prevention: enforced\nversioning_enabled: false\n$/,
      },
      { prints: /^(Listed 0 items\.)?\n?$/ },
    ],
  },
  'reading-the-audit-log': {
    lab: 'the-build-that-knew-too-much',
    given: [readsProject],
    steps: [{ prints: /^Listed 0 items\.\n$/ }],
  },
}

let demo: Awaited<ReturnType<typeof readDemo>>
let texts: Map<string, string>
beforeAll(async () => {
  demo = await readDemo()
  texts = new Map(demo.courses.flatMap((course) => lessonsOf(course).map(({ slug, body }) => [slug, body])))
})

const blocksOf = (body: string) => [...body.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)

const shellOf = ({ lab, given = [] }: Pick<Lesson, 'lab' | 'given'>) => {
  const { world, state } = buildWorld([...demo.labs, ...demo.exams].find(({ slug }) => slug === lab)!)
  return new Shell({ world: { ...world, resources: [...world.resources, ...given] }, state })
}

test('the list above contains every command block of every lesson', () => {
  const taught = [...texts]
    .map(([slug, body]) => [slug, blocksOf(body).length] as const)
    .filter(([, count]) => count > 0)
  expect(Object.fromEntries(Object.entries(lessons).map(([slug, { steps }]) => [slug, steps.length]))).toEqual(
    Object.fromEntries(taught),
  )
})

test.each(Object.keys(lessons))('the commands of %s print what the lesson says', async (slug) => {
  const lesson = lessons[slug]!
  const shell = shellOf(lesson)
  const typed = async (line: string) => {
    const { output, missing } = await shell.run(line)
    expect([line, missing]).toEqual([line, []])
    return output
  }
  for (const [at, block] of blocksOf(texts.get(slug)!).entries()) {
    const { prints, before = [], fill = {}, inside } = lesson.steps[at]!
    for (const line of before) await typed(line)
    const filled = Object.entries(fill).reduce((text, [gap, value]) => {
      expect(text).toContain(gap)
      return text.replaceAll(gap, value)
    }, block)
    if (inside) await typed(`cat > block << 'END'\n${filled}END`)
    const output = await typed(inside ?? filled)
    if (prints === '') expect(output).toBe('')
    else expect(output).toMatch(prints)
  }
})

/** Commands in sentences, tables and hints. Their arguments are examples, so only their existence is tested. */
const named = (text: string) =>
  [...text.matchAll(/`((?:aws|az|gcloud|curl) [^`\n]+)`/g)].map(([, line = '']) => line.replace(/<\w+>/g, 'x'))

test('every command that a lesson or a lab mentions exists', async () => {
  const clouds = { aws: 'cross-account-trust', azure: 'a-machine-with-a-key', gcp: 'borrowed-service-account' }
  const written = [
    ...demo.courses.flatMap((course) =>
      lessonsOf(course).map(({ body }) => [course.clouds[0] as Lab['cloud'], body] as const),
    ),
    ...[...demo.labs, ...demo.exams].map((one) => [one.cloud, JSON.stringify(one).replaceAll('\\"', '"')] as const),
  ]
  const lines = written.flatMap(([cloud, text]) => named(text).map((line) => [cloud, line] as const))
  expect(lines.length).toBeGreaterThan(15)
  for (const [cloud, line] of lines) {
    const { missing, output } = await shellOf({ lab: clouds[cloud] }).run(line)
    expect([line, missing], output).toEqual([line, []])
  }
})
