import * as on from './aws.ts'
import {
  type AwsCase,
  allow,
  ana,
  anybody,
  ask,
  assume,
  bucket,
  deny,
  doc,
  everything,
  explicit,
  get,
  HOME,
  key,
  noIdentity,
  none,
  noResource,
  noTrust,
  OTHER,
  root,
  session,
  stranger,
  trust,
} from './aws.ts'

const ONE = 'Policy evaluation for requests within a single account'
const DENY = 'The difference between explicit and implicit denies'
const CODE = 'How AWS enforcement code logic evaluates requests to allow or deny access'
const CROSS = 'Cross-account policy evaluation logic'
const BOUND = 'Permissions boundaries for IAM entities'
const SESSION = 'Policies and permissions in IAM: session policies'
const SCP = 'AWS Organizations: SCP evaluation'
const RCP = 'AWS Organizations: RCP evaluation'
const TRUST = 'Methods to assume a role: role trust policies'
const CONFUSED = 'The confused deputy problem'
const KMS = 'AWS KMS: default key policy'

const read = doc(allow('s3:GetObject', 'arn:aws:s3:::reports/*'))
const toAna = allow('s3:GetObject', 'arn:aws:s3:::reports/*', { Principal: { AWS: `arn:aws:iam::${HOME}:user/ana` } })
const toRole = { ...toAna, Principal: { AWS: on.ROLE } }
const toSession = { ...toAna, Principal: { AWS: `arn:aws:sts::${HOME}:assumed-role/reader/today` } }
const toAccount = { ...toAna, Principal: { AWS: `arn:aws:iam::${HOME}:root` } }
const toBen = { ...toAna, Principal: { AWS: `arn:aws:iam::${OTHER}:user/ben` } }
const toBensAccount = { ...toAna, Principal: { AWS: OTHER } }
const toAll = { ...toAna, Principal: '*' as const }
const noReports = doc(deny('s3:*', 'arn:aws:s3:::reports/*'))
const listOnly = doc(allow('s3:ListBucket'))
const may = { identity: [doc(allow('sts:AssumeRole'))] }
const accountTrust = trust({ AWS: `arn:aws:iam::${HOME}:root` })
const decrypt = (policies: Parameters<typeof ask>[2]) =>
  ask('kms:Decrypt', `arn:aws:kms:eu-west-1:${HOME}:key/1`, policies)
const mayDecrypt = { identity: [doc(allow('kms:Decrypt'))] }
const external = { Condition: { StringEquals: { 'sts:ExternalId': 'blue-42' } } }

export const evaluationCases: AwsCase[] = [
  [DENY, 'without any policy the answer is no', get({}), noIdentity],
  [DENY, 'one allow is enough', get({ identity: [read] }), true],
  [DENY, 'an allow of another action says nothing', get({ identity: [listOnly] }), noIdentity],
  [DENY, 'a deny wins over an allow', get({ identity: [read, noReports] }), explicit('an identity-based policy')],
  [
    DENY,
    'a deny wins over an allow in the same document',
    get({ identity: [doc(...[allow('*'), deny('s3:GetObject')])] }),
    explicit('an identity-based policy'),
  ],
  [
    DENY,
    'a deny of one bucket leaves the others',
    get({ identity: [everything, doc(deny('*', 'arn:aws:s3:::x/*'))] }),
    true,
  ],
  [ONE, 'policies of a user add up', get({ identity: [listOnly, read] }), true],
  [ONE, 'a bucket policy alone is enough for a user of the account', get({ resource: bucket(toAna) }), true],
  [ONE, 'an identity policy alone is enough when the bucket says nothing', get({ identity: [read] }), true],
  [ONE, 'a bucket policy that names others says nothing', get({ identity: [read], resource: bucket(toBen) }), true],
  [
    ONE,
    'the bucket denies what the identity allows',
    get({ identity: [everything], resource: bucket({ ...toAna, Effect: 'Deny' }) }),
    explicit('a resource-based policy'),
  ],
  [
    ONE,
    'the identity denies what the bucket allows',
    get({ identity: [noReports], resource: bucket(toAna) }),
    explicit('an identity-based policy'),
  ],
  [ONE, 'a bucket that names the account leaves it to the identity', get({ resource: bucket(toAccount) }), noIdentity],
  [CODE, 'the root user of the account may all', get({}, { principal: root }), true],
  [
    CODE,
    'the root user is held by the organization',
    get({ service_control: [[everything], [noReports, everything]] }, { principal: root }),
    explicit('a service control policy'),
  ],
  [
    CODE,
    'the root user is held by a deny of the bucket',
    get({ resource: bucket({ ...toAll, Effect: 'Deny' }) }, { principal: root }),
    explicit('a resource-based policy'),
  ],
  [
    CODE,
    'what names a user is not limited by its boundary',
    get({ boundary: listOnly, resource: bucket(toAna) }),
    true,
  ],
  [
    CODE,
    'what names a role is limited by its boundary',
    get({ boundary: listOnly, resource: bucket(toRole) }, { principal: session }),
    none('permissions boundary'),
  ],
  [
    CODE,
    'what names a role is limited by session policies',
    get({ session: [listOnly], resource: bucket(toRole) }, { principal: session }),
    none('session policy'),
  ],
  [CODE, 'what names a role needs no identity policy', get({ resource: bucket(toRole) }, { principal: session }), true],
  [
    CODE,
    'what names a session is limited by neither',
    get({ boundary: listOnly, session: [listOnly], resource: bucket(toSession) }, { principal: session }),
    true,
  ],
  [
    CODE,
    'what names a session is still held by a deny in its boundary',
    get({ boundary: doc(allow('*'), deny('s3:*')), resource: bucket(toSession) }, { principal: session }),
    explicit('a permissions boundary'),
  ],
  [CROSS, 'both accounts agree', get({ identity: [read], resource: bucket(toBen) }, { principal: stranger }), true],
  [CROSS, 'the caller’s account says nothing', get({ resource: bucket(toBen) }, { principal: stranger }), noIdentity],
  [CROSS, 'the owner’s account says nothing', get({ identity: [read] }, { principal: stranger }), noResource],
  [
    CROSS,
    'the owner trusts the account, and it passes the right on',
    get({ identity: [read], resource: bucket(toBensAccount) }, { principal: stranger }),
    true,
  ],
  [
    CROSS,
    'the owner trusts all, and the caller’s account must still allow',
    get({ resource: bucket(toAll) }, { principal: stranger }),
    noIdentity,
  ],
  [
    CROSS,
    'a boundary limits what goes over to another account',
    get({ identity: [read], boundary: listOnly, resource: bucket(toBen) }, { principal: stranger }),
    none('permissions boundary'),
  ],
  [
    CROSS,
    'a deny of the owner wins',
    get({ identity: [read], resource: bucket(toBen, { ...toBen, Effect: 'Deny' }) }, { principal: stranger }),
    explicit('a resource-based policy'),
  ],
  [
    CROSS,
    'the root user of another account needs the owner',
    get({}, { principal: { kind: 'root', account: OTHER } }),
    noResource,
  ],
  [
    CROSS,
    'the root user of another account whom the owner trusts',
    get({ resource: bucket(toBensAccount) }, { principal: { kind: 'root', account: OTHER } }),
    true,
  ],
  [BOUND, 'a boundary alone gives nothing', get({ boundary: everything }), noIdentity],
  [BOUND, 'identity and boundary agree', get({ identity: [everything], boundary: read }), true],
  [
    BOUND,
    'the boundary leaves it out',
    get({ identity: [everything], boundary: listOnly }),
    none('permissions boundary'),
  ],
  [
    BOUND,
    'the boundary denies',
    get({ identity: [everything], boundary: doc(allow('*'), deny('s3:GetObject')) }),
    explicit('a permissions boundary'),
  ],
  [
    SESSION,
    'role and session policy agree',
    get({ identity: [everything], session: [read] }, { principal: session }),
    true,
  ],
  [
    SESSION,
    'a session policy leaves it out',
    get({ identity: [everything], session: [listOnly] }, { principal: session }),
    none('session policy'),
  ],
  [
    SESSION,
    'a session policy gives nothing that the role lacks',
    get({ identity: [listOnly], session: [everything] }, { principal: session }),
    noIdentity,
  ],
  [
    SESSION,
    'a session policy denies',
    get({ identity: [everything], session: [doc(allow('*'), deny('s3:*'))] }, { principal: session }),
    explicit('a session policy'),
  ],
  [
    SESSION,
    'of several session policies one must allow',
    get({ identity: [everything], session: [listOnly, read] }, { principal: session }),
    true,
  ],
  [SCP, 'the organization leaves it possible', get({ identity: [read], service_control: [[everything]] }), true],
  [SCP, 'the organization gives nothing', get({ service_control: [[everything]] }), noIdentity],
  [
    SCP,
    'every level must allow',
    get({ identity: [read], service_control: [[everything], [listOnly], [everything]] }),
    none('service control policy'),
  ],
  [
    SCP,
    'on one level any policy may allow',
    get({ identity: [read], service_control: [[everything], [listOnly, read]] }),
    true,
  ],
  [
    SCP,
    'a level without any policy allows nothing',
    get({ identity: [read], service_control: [[everything], []] }),
    none('service control policy'),
  ],
  [
    SCP,
    'a deny at the root holds below',
    get({ identity: [everything], service_control: [[everything, noReports], [everything]] }),
    explicit('a service control policy'),
  ],
  [
    SCP,
    'they do not hold for people of other organizations, whom the bucket names',
    get({ identity: [read], resource: bucket(toBen) }, { principal: stranger }),
    true,
  ],
  [
    SCP,
    'they do not hold for services',
    get(
      { service_control: [[listOnly]], resource: bucket({ ...toAna, Principal: { Service: 'lambda.amazonaws.com' } }) },
      { principal: on.service },
    ),
    true,
  ],
  [
    RCP,
    'the organization of the bucket leaves it possible',
    get({ identity: [read], resource_control: [[doc(allow('*', '*', { Principal: '*' }))]] }),
    true,
  ],
  [
    RCP,
    'what no policy of a level allows is not possible',
    get({ identity: [read], resource_control: [[doc(allow('sqs:*', '*', { Principal: '*' }))]] }),
    'because no resource control policy allows the s3:GetObject action',
  ],
  [
    RCP,
    'a deny of somebody else leaves the caller alone',
    get({
      identity: [read],
      resource_control: [[doc(allow('*', '*', { Principal: '*' }), deny('*', '*', { Principal: { AWS: OTHER } }))]],
    }),
    true,
  ],
  [
    RCP,
    'a deny of the bucket’s organization holds for strangers',
    get(
      {
        identity: [read],
        resource: bucket(toBen),
        resource_control: [[doc(allow('*', '*', { Principal: '*' }), deny('s3:*', '*', { Principal: '*' }))]],
      },
      { principal: stranger },
    ),
    explicit('a resource control policy'),
  ],
  [
    RCP,
    'a deny with a condition leaves services of AWS',
    get(
      {
        resource: bucket({ ...toAna, Principal: { Service: 'lambda.amazonaws.com' } }),
        resource_control: [
          [
            doc(
              allow('*', '*', { Principal: '*' }),
              deny('s3:*', '*', {
                Principal: '*',
                Condition: { BoolIfExists: { 'aws:PrincipalIsAWSService': 'false' } },
              }),
            ),
          ],
        ],
      },
      { principal: on.service },
    ),
    true,
  ],
  [TRUST, 'the account is trusted, and the user may', assume({ ...may, resource: accountTrust }), true],
  [
    TRUST,
    'the account is trusted, and the user may not',
    assume({ resource: accountTrust }),
    none('identity-based policy', 'sts:AssumeRole'),
  ],
  [TRUST, 'the user is trusted by name', assume({ resource: trust({ AWS: `arn:aws:iam::${HOME}:user/ana` }) }), true],
  [
    TRUST,
    'somebody else is trusted',
    assume({ ...may, resource: trust({ AWS: `arn:aws:iam::${HOME}:user/eva` }) }),
    noTrust,
  ],
  [TRUST, 'only a service is trusted', assume({ ...may, resource: trust({ Service: 'ec2.amazonaws.com' }) }), noTrust],
  [
    TRUST,
    'the service is trusted',
    assume({ resource: trust({ Service: 'lambda.amazonaws.com' }) }, { principal: on.service }),
    true,
  ],
  [
    TRUST,
    'another service is not',
    assume({ resource: trust({ Service: 'ec2.amazonaws.com' }) }, { principal: on.service }),
    noTrust,
  ],
  [
    TRUST,
    'a role is trusted, and its session goes on to the next role',
    assume({ ...may, resource: trust({ AWS: on.ROLE }) }, { principal: session }),
    true,
  ],
  [
    TRUST,
    'the trust of a role does not hold for a user',
    assume({ ...may, resource: trust({ AWS: on.ROLE }) }),
    noTrust,
  ],
  [
    TRUST,
    'a deny in the trust policy',
    assume({
      ...may,
      resource: {
        kind: 'trust',
        document: doc(
          { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: '*' },
          { Effect: 'Deny', Action: 'sts:AssumeRole', Principal: { AWS: `arn:aws:iam::${HOME}:user/ana` } },
        ),
      },
    }),
    explicit('the role trust policy'),
  ],
  [
    TRUST,
    'a trusted account elsewhere must let its user go',
    assume({ resource: trust({ AWS: OTHER }) }, { principal: stranger }),
    none('identity-based policy', 'sts:AssumeRole'),
  ],
  [
    TRUST,
    'a trusted account elsewhere does',
    assume({ ...may, resource: trust({ AWS: OTHER }) }, { principal: stranger }),
    true,
  ],
  [
    TRUST,
    'the identity denies taking the role',
    assume({ identity: [doc(allow('*'), deny('sts:AssumeRole'))], resource: accountTrust }),
    explicit('an identity-based policy'),
  ],
  [
    CONFUSED,
    'the external id fits',
    assume(
      { ...may, resource: trust({ AWS: OTHER }, external) },
      { principal: stranger, context: { 'sts:ExternalId': 'blue-42' } },
    ),
    true,
  ],
  [
    CONFUSED,
    'the external id is another customer’s',
    assume(
      { ...may, resource: trust({ AWS: OTHER }, external) },
      { principal: stranger, context: { 'sts:ExternalId': 'red-7' } },
    ),
    noTrust,
  ],
  [
    CONFUSED,
    'no external id is given',
    assume({ ...may, resource: trust({ AWS: OTHER }, external) }, { principal: stranger }),
    noTrust,
  ],
  [
    KMS,
    'the key names the account, and the identity may',
    decrypt({ ...mayDecrypt, resource: key({ AWS: `arn:aws:iam::${HOME}:root` }) }),
    true,
  ],
  [
    KMS,
    'the key names the account, and the identity says nothing',
    decrypt({ resource: key({ AWS: `arn:aws:iam::${HOME}:root` }) }),
    none('identity-based policy', 'kms:Decrypt'),
  ],
  [
    KMS,
    'identity policies alone do not open a key',
    decrypt({ ...mayDecrypt, resource: key({ AWS: `arn:aws:iam::${HOME}:user/eva` }) }),
    none('resource-based policy', 'kms:Decrypt'),
  ],
  [KMS, 'the key names the user', decrypt({ resource: key({ AWS: `arn:aws:iam::${HOME}:user/ana` }) }), true],
  [
    KMS,
    'the key lets the account do less than the identity says',
    decrypt({ ...mayDecrypt, resource: key({ AWS: HOME }, 'kms:Describe*') }),
    none('resource-based policy', 'kms:Decrypt'),
  ],
  ['AWS STS: GetCallerIdentity', 'needs no right', ask('sts:GetCallerIdentity', '*', {}), true],
  [
    'AWS STS: GetCallerIdentity',
    'is not taken away by a deny',
    ask('sts:GetCallerIdentity', '*', { identity: [doc(deny('*'))] }),
    true,
  ],
  [
    'Amazon S3: bucket policy examples',
    'a public bucket answers strangers who did not sign in',
    get({ resource: bucket(toAll) }, { principal: anybody }),
    true,
  ],
  [
    'Amazon S3: bucket policy examples',
    'a bucket without a policy does not',
    get({}, { principal: anybody }),
    noResource,
  ],
  [
    'Amazon S3: bucket policy examples',
    'requests without TLS are denied to all',
    get(
      {
        identity: [everything],
        resource: bucket(
          deny('s3:*', 'arn:aws:s3:::reports/*', {
            Principal: '*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ),
      },
      { context: { 'aws:SecureTransport': 'false' } },
    ),
    explicit('a resource-based policy'),
  ],
  [
    'Amazon S3: bucket policy examples',
    'the right to list is one on the bucket, not on what is in it',
    ask('s3:ListBucket', 'arn:aws:s3:::reports', { identity: [doc(allow('s3:ListBucket', 'arn:aws:s3:::reports/*'))] }),
    none('identity-based policy', 's3:ListBucket'),
  ],
  [
    'Amazon S3: bucket policy examples',
    'the right to list the bucket',
    ask('s3:ListBucket', 'arn:aws:s3:::reports', { identity: [doc(allow('s3:ListBucket', 'arn:aws:s3:::reports'))] }),
    true,
  ],
  [
    ONE,
    'a user of a group has its policies too',
    get({ identity: [listOnly, doc(allow('s3:Get*', 'arn:aws:s3:::reports/*'))] }, { principal: ana }),
    true,
  ],
]
