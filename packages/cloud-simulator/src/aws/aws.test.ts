import { expect, test } from 'vitest'
import { awsWorld, TestShell } from '../../test/worlds.ts'

const shell = () => new TestShell(awsWorld)
const ACCOUNT = '111122223333'

test.each([
  ['aws sts get-caller-identity --query Arn --output text', `arn:aws:iam::${ACCOUNT}:user/lab-user`],
  [
    "aws iam list-roles --query 'Roles[].RoleName' --output text",
    'audit-reader\tpayroll-export\tbackup-operator\treport-box\tledger-reader',
  ],
  [
    "aws iam list-roles --query 'Roles[0].AssumeRolePolicyDocument.Statement[0].Principal' --output json | jq -c .",
    `{"AWS":"arn:aws:iam::${ACCOUNT}:root"}`,
  ],
  ['aws iam list-role-policies --role-name audit-reader --query PolicyNames --output text', 'may-hop'],
  [
    'aws iam get-role-policy --role-name audit-reader --policy-name may-hop --query PolicyDocument.Statement[0].Action --output text',
    'sts:AssumeRole',
  ],
  [
    'aws iam list-attached-user-policies --user-name lab-user --output text',
    `ATTACHEDPOLICIES\tarn:aws:iam::${ACCOUNT}:policy/may-look\tmay-look`,
  ],
  ['aws iam list-access-keys --query AccessKeyMetadata[].AccessKeyId --output text', 'AKIAIOSFODNN7EXAMPLE'],
  [
    "aws iam simulate-principal-policy --policy-source-arn arn:aws:iam::111122223333:user/lab-user --action-names s3:GetObject iam:ListRoles --query 'EvaluationResults[].EvalDecision' --output text",
    'implicitDeny\tallowed',
  ],
  [
    'aws ec2 describe-instances --query "Reservations[].Instances[].IamInstanceProfile.Arn" --output text',
    `arn:aws:iam::${ACCOUNT}:instance-profile/report-box\tarn:aws:iam::${ACCOUNT}:instance-profile/report-box`,
  ],
  [
    'aws ec2 describe-instances --filters Name=tag:Name,Values=careful-1 --query "Reservations[].Instances[].[PublicIpAddress,MetadataOptions.HttpTokens]" --output text',
    '198.51.100.8\trequired',
  ],
  [
    'aws ec2 describe-instance-attribute --attribute userData --instance-id $(aws ec2 describe-instances --query "Reservations[0].Instances[0].InstanceId" --output text) --query UserData.Value --output text | base64 -d',
    '#!/bin/sh\necho hello',
  ],
  ['aws s3api list-buckets --query Buckets[].Name --output text', 'payroll-archive-1'],
  ["aws ssm describe-parameters --query 'Parameters[].[Name,Type]' --output text", 'signing-key\tSecureString'],
  [
    'aws configure get region; aws configure set output text; aws sts get-caller-identity --query Account',
    `eu-west-1\n${ACCOUNT}`,
  ],
  ['aws --version', 'aws-cli/2.31.4 Python/3.13.7 Linux/6.1 simulated'],
])('%s', async (line, output) => {
  expect(await shell().prints(line)).toBe(output)
})

test.each([
  [
    'aws s3 ls s3://payroll-archive-1',
    254,
    `An error occurred (AccessDenied) when calling the ListObjects operation: User: arn:aws:iam::${ACCOUNT}:user/lab-user is not authorized to perform: s3:ListBucket on resource: "arn:aws:s3:::payroll-archive-1" because no identity-based policy allows the s3:ListBucket action`,
  ],
  [
    'aws ssm get-parameter --name signing-key',
    254,
    `An error occurred (AccessDeniedException) when calling the GetParameter operation: User: arn:aws:iam::${ACCOUNT}:user/lab-user is not authorized to perform: ssm:GetParameter on resource: arn:aws:ssm:eu-west-1:${ACCOUNT}:parameter/signing-key because no identity-based policy allows the ssm:GetParameter action`,
  ],
  [
    'aws ec2 modify-instance-metadata-options --instance-id i-1 --http-tokens optional',
    254,
    'An error occurred (UnauthorizedOperation) when calling the ModifyInstanceMetadataOptions operation: You are not authorized to perform this operation. User:',
  ],
  [
    'aws sts assume-role --role-arn arn:aws:iam::111122223333:role/payroll-export --role-session-name me',
    254,
    'because no role trust policy allows the sts:AssumeRole action',
  ],
  [
    'aws sts assume-role --role-arn arn:aws:iam::111122223333:role/backup-operator --role-session-name me',
    254,
    'AccessDenied',
  ],
  [
    'aws iam get-role --role-name nobody',
    254,
    'An error occurred (NoSuchEntity) when calling the GetRole operation: The role with name nobody cannot be found.',
  ],
  ['aws iam get-role', 252, 'aws: error: the following arguments are required: --role-name'],
  ['aws iam list-roles --query "Roles["', 252, 'Bad value for --query Roles['],
  ['aws sts get-caller-identity --profile none', 255, 'The config profile (none) could not be found'],
  [
    'rm ~/.aws/credentials; aws sts get-caller-identity',
    253,
    'Unable to locate credentials. You can configure credentials by running "aws configure".',
  ],
  [
    'AWS_ACCESS_KEY_ID=AKIAUNKNOWN AWS_SECRET_ACCESS_KEY=x aws sts get-caller-identity',
    254,
    'An error occurred (InvalidClientTokenId) when calling the GetCallerIdentity operation: The security token included in the request is invalid.',
  ],
  [
    'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE AWS_SECRET_ACCESS_KEY=guess aws sts get-caller-identity',
    254,
    'SignatureDoesNotMatch',
  ],
  ['az account show', 1, "Please run 'az login' to setup account."],
  ['gcloud auth list', 1, 'You do not currently have an active account selected.'],
])('%s is refused as AWS refuses it', async (line, exit, words) => {
  const answer = await shell().run(line)
  expect(answer.output).toContain(words)
  expect(answer.exit).toBe(exit)
})

test('the resources have the creation time of the lab', async () => {
  const one = shell()
  const dates = [
    await one.prints('aws s3api list-buckets --query "Buckets[].CreationDate" --output text'),
    await one.prints('aws iam list-roles --query "Roles[].CreateDate" --output text'),
  ].flatMap((line) => line.split(/\s+/))
  expect(dates.length).toBeGreaterThan(3)
  const built = Date.parse(awsWorld.built_at)
  for (const date of dates.map(Date.parse)) {
    expect(date).toBeLessThanOrEqual(built)
    expect(date).toBeGreaterThan(built - 5 * 60_000)
  }
})

test('two profiles that assume roles lead to the bucket, and the trail contains each step', async () => {
  const one = shell()
  for (const [profile, role, source] of [
    ['hop1', 'audit-reader', 'default'],
    ['hop2', 'payroll-export', 'hop1'],
  ] as const)
    await one.run(
      `aws configure set role_arn arn:aws:iam::${ACCOUNT}:role/${role} --profile ${profile}; aws configure set source_profile ${source} --profile ${profile}`,
    )
  expect(await one.prints('aws sts get-caller-identity --profile hop1 --query Arn --output text')).toMatch(
    /assumed-role\/audit-reader\/botocore-session-\d+$/,
  )
  const read = await one.run('aws s3 cp s3://payroll-archive-1/payroll-2026-10 - --profile hop2')
  expect(read.output).toBe('FLAG{payroll}')
  expect(read.log.map(({ action, kept, record }) => [action, kept, record])).toEqual([
    ['sts:AssumeRole', true, 'management'],
    ['s3:GetObject', false, 'data'],
  ])
  expect(read.log[0]?.event).toMatchObject({
    eventName: 'AssumeRole',
    sourceIPAddress: '203.0.113.24',
    userIdentity: { type: 'AssumedRole' },
    requestParameters: { roleArn: `arn:aws:iam::${ACCOUNT}:role/payroll-export` },
  })
  expect(
    await one.prints(
      "aws cloudtrail lookup-events --lookup-attributes AttributeKey=EventName,AttributeValue=AssumeRole --query 'length(Events)'",
    ),
  ).toBe('2')
})

test('session credentials expire on time, and outlive the key that requested them', async () => {
  const one = shell()
  await one.run(
    'aws sts assume-role --role-arn arn:aws:iam::111122223333:role/audit-reader --role-session-name me > s; export AWS_ACCESS_KEY_ID=$(jq -r .Credentials.AccessKeyId s) AWS_SECRET_ACCESS_KEY=$(jq -r .Credentials.SecretAccessKey s) AWS_SESSION_TOKEN=$(jq -r .Credentials.SessionToken s)',
  )
  one.world = { ...one.world, resources: one.world.resources.filter(({ type }) => type !== 'aws_iam_access_key') }
  expect(await one.prints('aws sts get-caller-identity --query Arn --output text')).toBe(
    `arn:aws:sts::${ACCOUNT}:assumed-role/audit-reader/me`,
  )
  one.now = new Date(one.now.getTime() + 3601_000)
  expect(await one.prints('aws sts get-caller-identity')).toContain(
    '(ExpiredToken) when calling the GetCallerIdentity operation: The security token included in the request is expired',
  )
})

test('a forged session has no identity', async () => {
  const one = shell()
  const forged = `IQoJb3JpZ2luX2VjE${Buffer.from('{"role":"payroll-export","session":"x","from":1,"until":9999999999}').toString('base64url')}.AAAA`
  expect(
    await one.prints(
      `AWS_ACCESS_KEY_ID=ASIAFORGED AWS_SECRET_ACCESS_KEY=x AWS_SESSION_TOKEN=${forged} aws sts get-caller-identity`,
    ),
  ).toContain('InvalidClientTokenId')
})

test('a role that requires an external ID can be assumed with it', async () => {
  expect(
    await shell().prints(
      'aws sts assume-role --role-arn arn:aws:iam::111122223333:role/backup-operator --role-session-name me --external-id contract-7 --query AssumedRoleUser.Arn --output text',
    ),
  ).toBe(`arn:aws:sts::${ACCOUNT}:assumed-role/backup-operator/me`)
})

const asOperator = async () => {
  const one = shell()
  await one.run(
    'aws configure set role_arn arn:aws:iam::111122223333:role/backup-operator; aws configure set source_profile default; aws configure set external_id contract-7 --profile op; aws configure set role_arn arn:aws:iam::111122223333:role/backup-operator --profile op; aws configure set source_profile base --profile op; aws configure set aws_access_key_id AKIAIOSFODNN7EXAMPLE --profile base; aws configure set aws_secret_access_key secret-of-the-lab-user --profile base; export AWS_PROFILE=op',
  )
  return one
}

test('a function runs its code with its own role', async () => {
  const one = await asOperator()
  expect(
    await one.prints(
      'aws lambda get-function-configuration --function-name score --query Environment.Variables --output text',
    ),
  ).toBe('FLAG{environment}')
  expect(await one.prints('aws dynamodb scan --table-name ledger --query Count')).toBe('3')
  await one.run(
    'echo \'aws dynamodb scan --table-name ledger --query "Items[-1].note.S" --output text\' > bootstrap; zip function.zip bootstrap',
  )
  expect(
    await one.prints(
      'aws lambda update-function-code --function-name score --zip-file fileb://function.zip --query State --output text',
    ),
  ).toBe('Active')
  expect(await one.prints('aws lambda invoke --function-name score out --query StatusCode; cat out')).toBe(
    '200\nFLAG{ledger}',
  )
  expect(
    (await one.run('aws lambda invoke --function-name score /dev/stdout')).log.map(({ identity, action }) => [
      identity.replace(/^.*:/, ''),
      action,
    ]),
  ).toContainEqual(['assumed-role/ledger-reader/score', 'dynamodb:Scan'])
})

test('a Systems Manager command runs on the machine, with its role and without the learner’s keys', async () => {
  const one = await asOperator()
  await one.run(
    'ID=$(aws ec2 describe-instances --profile base --query "Reservations[1].Instances[0].InstanceId" --output text)',
  )
  await one.run(
    `C=$(aws ssm send-command --instance-ids $ID --document-name AWS-RunShellScript --parameters '{"commands":["hostname","aws ssm get-parameter --name signing-key --with-decryption --query Parameter.Value --output text","ls ~"]}' --query Command.CommandId --output text)`,
  )
  expect(
    await one.prints(
      'aws ssm get-command-invocation --command-id $C --instance-id $ID --query StandardOutputContent --output text',
    ),
  ).toBe('careful-1\nFLAG{parameter}')
})

test('a new access key works, and is stored with the account', async () => {
  const one = shell()
  const made = await one.run(
    "aws iam create-access-key --user-name lab-user --query 'AccessKey.[AccessKeyId,SecretAccessKey]' --output text",
  )
  expect(made.effects).toMatchObject([{ kind: 'put', type: 'aws_iam_access_key', attributes: { user: 'lab-user' } }])
  const [id, secret] = made.output.trim().split('\t')
  expect(
    await one.prints(
      `AWS_ACCESS_KEY_ID=${id} AWS_SECRET_ACCESS_KEY=${secret} aws sts get-caller-identity --query Arn --output text`,
    ),
  ).toBe(`arn:aws:iam::${ACCOUNT}:user/lab-user`)
  expect(await one.prints('aws iam create-access-key')).toContain('LimitExceeded')
})

test('the same line at the same time returns the same output', async () => {
  const line =
    'aws sts assume-role --role-arn arn:aws:iam::111122223333:role/audit-reader --role-session-name me; aws iam create-access-key'
  expect(await shell().run(line)).toEqual(await shell().run(line))
})

test.each([
  ['nothing', undefined],
  ['no JSON', '{"Statement": ['],
  ['no statements', '{"Version": "2012-10-17"}'],
  [
    'an effect that does not exist',
    '{"Statement": [{"Effect": "Perhaps", "Principal": "*", "Action": "sts:AssumeRole"}]}',
  ],
])('a role whose trust says %s is taken by nobody, though the caller may take every role', async (_, text) => {
  const attributes: Record<string, string> = text === undefined ? {} : { assume_role_policy: text }
  const resources = [...awsWorld.resources, { type: 'aws_iam_role', name: 'broken', attributes }]
  const { exit, output } = await new TestShell({ ...awsWorld, resources }).run(
    `aws sts assume-role --role-arn arn:aws:iam::${ACCOUNT}:role/broken --role-session-name me`,
  )
  expect(exit).not.toBe(0)
  expect(output).toContain('because no resource-based policy allows the sts:AssumeRole action')
})
