import { expect, test } from 'vitest'
import { awsWorld, TestShell } from '../../test/worlds.ts'
import { visibleResources } from '../console/visible.ts'
import type { Resource, World } from '../world.ts'

const everything = { Effect: 'Allow', Principal: '*', Action: '*', Resource: '*' }
const written = (...statements: object[]) => JSON.stringify({ Version: '2012-10-17', Statement: statements })

/** Documents that cannot be evaluated, so what they deny is unknown. */
const unreadable = [
  ['no JSON', '{"Statement": [{"Effect": "Deny"'],
  ['JSON that is no policy', '"Deny"'],
  ['an effect that does not exist', written({ ...everything, Effect: 'Refuse' }, everything)],
  ['no action', written({ Effect: 'Deny', Principal: '*', Resource: '*' }, everything)],
  [
    'a condition that does not exist',
    written({ ...everything, Effect: 'Deny', Condition: { StringResembles: { 'aws:username': 'lab*' } } }, everything),
  ],
] as const
const unnamed = [
  'nobody of whom it speaks',
  written({ Effect: 'Deny', Action: '*', Resource: '*' }, everything),
] as const

const row = (type: string, name: string, attributes: Record<string, string>): Resource => ({ type, name, attributes })
const change = (world: World, type: string, name: string, attributes: Record<string, string>): World => ({
  ...world,
  resources: world.resources.map((one) =>
    one.type === type && one.name === name ? { ...one, attributes: { ...one.attributes, ...attributes } } : one,
  ),
})
const add = (world: World, ...rows: Resource[]): World => ({ ...world, resources: [...world.resources, ...rows] })

/** An account in which the learner has all permissions, so that only the unreadable document can refuse a call. */
const open = add(
  awsWorld,
  row('aws_iam_user_policy', 'admin', { user: 'lab-user', policy: written(everything) }),
  row('aws_kms_key', 'payroll', {}),
)
const list = 'aws s3 ls s3://payroll-archive-1'

const onIdentities: [string, (policy: string) => World, string][] = [
  ['of a user', (policy) => add(open, row('aws_iam_user_policy', 'own', { user: 'lab-user', policy })), list],
  ['attached to a user', (policy) => change(open, 'aws_iam_policy', 'may-look', { policy }), list],
  [
    'of a group',
    (policy) =>
      add(
        open,
        row('aws_iam_group', 'all', { users: 'lab-user' }),
        row('aws_iam_group_policy', 'own', { group: 'all', policy }),
      ),
    list,
  ],
  ['that is a boundary', (policy) => change(open, 'aws_iam_user', 'lab-user', { permissions_boundary: policy }), list],
  [
    'that a boundary names',
    (policy) =>
      change(add(open, row('aws_iam_policy', 'fence', { policy })), 'aws_iam_user', 'lab-user', {
        permissions_boundary: 'fence',
      }),
    list,
  ],
  ['of the organisation', (policy) => add(open, row('aws_organizations_policy', 'fence', { policy })), list],
]

const onResources: [string, (policy: string) => World, string][] = [
  ['of a bucket', (policy) => change(open, 'aws_s3_bucket', 'payroll-archive', { policy }), list],
  [
    'of the key of an object',
    (policy) =>
      change(change(open, 'aws_kms_key', 'payroll', { policy }), 'aws_s3_object', 'payroll-2026-10', {
        kms_key: 'payroll',
      }),
    'aws s3 cp s3://payroll-archive-1/payroll-2026-10 -',
  ],
  [
    'of the key of a parameter',
    (policy) =>
      change(change(open, 'aws_kms_key', 'payroll', { policy }), 'aws_ssm_parameter', 'signing-key', {
        kms_key: 'payroll',
      }),
    'aws ssm get-parameter --name signing-key --with-decryption',
  ],
  [
    'of a table',
    (policy) => change(open, 'aws_dynamodb_table', 'ledger', { policy }),
    'aws dynamodb scan --table-name ledger',
  ],
  [
    'of a secret',
    (policy) => change(open, 'aws_secretsmanager_secret', 'partner-key', { policy }),
    'aws secretsmanager get-secret-value --secret-id partner-key',
  ],
  [
    'of a function',
    (policy) => change(open, 'aws_lambda_function', 'score', { policy }),
    'aws lambda get-function-configuration --function-name score',
  ],
]

test.each([...onIdentities, ...onResources])('a policy %s still allows what it grants', async (_, world, line) => {
  expect((await new TestShell(world(written(everything))).run(line)).exit).toBe(0)
})

test.each(
  [...onIdentities, ...onResources].flatMap(([where, world, line]) =>
    unreadable.map(([what, text]) => [where, what, world(text), line] as const),
  ),
)('a policy %s with %s counts as a deny of everything', async (_where, _what, world, line) => {
  const { exit, output } = await new TestShell(world).run(line)
  expect(exit).not.toBe(0)
  expect(output).toMatch(/not authorized/)
})

test.each(onResources)('so does a policy %s without a principal', async (_, world, line) => {
  expect((await new TestShell(world(unnamed[1])).run(line)).output).toMatch(/not authorized/)
})

test.each([
  ['user', 'lab-user'],
  ['group', 'all'],
])(
  'a managed policy that the simulation does not know, attached to a %s, counts as a deny of everything',
  async (kind, name) => {
    const attached = async (policy_arn: string) =>
      await new TestShell(
        add(
          open,
          row('aws_iam_group', 'all', { users: 'lab-user' }),
          row(`aws_iam_${kind}_policy_attachment`, 'theirs', { [kind]: name, policy_arn }),
        ),
      ).run(list)
    expect((await attached('arn:aws:iam::aws:policy/ReadOnlyAccess')).exit).toBe(0)
    for (const arn of ['arn:aws:iam::aws:policy/AWSDenyAll', 'arn:aws:iam::111122223333:policy/gone', '']) {
      const { exit, output } = await attached(arn)
      expect([arn, exit === 0]).toEqual([arn, false])
      expect(output).toMatch(/not authorized/)
    }
  },
)

test('the console hides a bucket whose policy is unreadable', () => {
  const seen = (world: World) =>
    visibleResources(world, new Date('2026-11-24T10:00:00Z')).some(({ name }) => name === 'payroll-2026-10')
  expect(seen(change(open, 'aws_s3_bucket', 'payroll-archive', { policy: written(everything) }))).toBe(true)
  for (const [, text] of [...unreadable, unnamed])
    expect(seen(change(open, 'aws_s3_bucket', 'payroll-archive', { policy: text }))).toBe(false)
})

test.each([...unreadable, unnamed])(
  'a role whose trust policy has %s cannot be assumed',
  async (_, assume_role_policy) => {
    const world = add(open, row('aws_iam_role', 'broken', { assume_role_policy }))
    expect(
      (
        await new TestShell(world).run(
          'aws sts assume-role --role-arn arn:aws:iam::111122223333:role/broken --role-session-name me',
        )
      ).output,
    ).toContain('not authorized')
  },
)

test('rejects a policy from the learner that AWS would not store', async () => {
  const shell = new TestShell(open)
  await shell.run(`echo '${unnamed[1]}' > p.json`)
  expect(await shell.prints('aws s3api put-bucket-policy --bucket payroll-archive-1 --policy file://p.json')).toContain(
    '(MalformedPolicy)',
  )
  expect(
    await shell.prints('aws iam update-assume-role-policy --role-name audit-reader --policy-document file://p.json'),
  ).toContain('(MalformedPolicyDocument)')
})
