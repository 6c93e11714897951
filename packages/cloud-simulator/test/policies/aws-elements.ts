import {
  type AwsCase,
  allow,
  ask,
  bucket,
  deny,
  doc,
  everything,
  explicit,
  get,
  HOME,
  noIdentity,
  none,
  OTHER,
  ROLE,
  root,
  session,
  stranger,
  type trust,
} from './aws.ts'

const ACTION = 'IAM JSON policy elements: Action'
const NOT_ACTION = 'IAM JSON policy elements: NotAction'
const RESOURCE = 'IAM JSON policy elements: Resource'
const NOT_RESOURCE = 'IAM JSON policy elements: NotResource'
const PRINCIPAL = 'AWS JSON policy elements: Principal'
const NOT_PRINCIPAL = 'AWS JSON policy elements: NotPrincipal'
const VARIABLES = 'IAM policy elements: Variables and tags'
const VERSION = 'IAM JSON policy elements: Version'

const by = (...statements: Parameters<typeof doc>) => get({ identity: [doc(...statements)] })
const own = 'arn:aws:s3:::reports/${aws:username}/*'
const ownFile = (resource: string, asked = {}) =>
  ask('s3:GetObject', resource, { identity: [doc(allow('s3:GetObject', own))] }, asked)
const queue = `arn:aws:sqs:eu-west-1:${HOME}:orders`
const send = (pattern: string) => ask('sqs:SendMessage', queue, { identity: [doc(allow('sqs:*', pattern))] })
const open = (Principal: Parameters<typeof trust>[0], asked = {}) =>
  get({ resource: bucket(allow('s3:*', 'arn:aws:s3:::reports/*', { Principal })) }, asked)
const closed = (NotPrincipal: Parameters<typeof trust>[0], asked = {}) =>
  get({ identity: [everything], resource: bucket(deny('s3:*', 'arn:aws:s3:::reports/*', { NotPrincipal })) }, asked)
const web = (provider: string, asked = {}) =>
  ask(
    'sts:AssumeRoleWithWebIdentity',
    ROLE,
    {
      resource: {
        kind: 'trust',
        document: doc({
          Effect: 'Allow',
          Action: 'sts:AssumeRoleWithWebIdentity',
          Principal: { Federated: 'token.actions.example' },
          Condition: { StringEquals: { 'token.actions.example:sub': 'repo:acme/api:ref:refs/heads/main' } },
        }),
      },
    },
    { principal: { kind: 'federated', provider }, ...asked },
  )
const noWeb = none('role trust policy', 'sts:AssumeRoleWithWebIdentity')

export const elementCases: AwsCase[] = [
  [ACTION, 'names of actions count without regard to case', by(allow('S3:getobject')), true],
  [ACTION, 'a star at the end', by(allow('s3:Get*')), true],
  [ACTION, 'a star within', by(allow('s3:*Object')), true],
  [ACTION, 'a star for all of a service', by(allow('s3:*')), true],
  [ACTION, 'a star for all', by(allow('*')), true],
  [ACTION, 'another service', by(allow('ec2:*')), noIdentity],
  [ACTION, 'a list', by(allow(['s3:PutObject', 's3:GetObject'])), true],
  [ACTION, 'a prefix is not the action', by(allow('s3:GetObj')), noIdentity],
  [ACTION, 'the action is not its prefix', by(allow('s3:GetObjectVersion')), noIdentity],
  [ACTION, 'a question mark is one sign', by(allow('s3:GetObjec?')), true],
  [ACTION, 'a question mark is not none', by(allow('s3:GetObject?')), noIdentity],
  [NOT_ACTION, 'an allow gives all but those', by({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' }), true],
  [NOT_ACTION, 'an allow does not give those', by({ Effect: 'Allow', NotAction: 's3:*', Resource: '*' }), noIdentity],
  [
    NOT_ACTION,
    'a deny takes all but those',
    by(allow('*'), { Effect: 'Deny', NotAction: 'iam:*', Resource: '*' }),
    explicit('an identity-based policy'),
  ],
  [
    NOT_ACTION,
    'a deny leaves those',
    by(allow('*'), { Effect: 'Deny', NotAction: ['s3:*', 'iam:*'], Resource: '*' }),
    true,
  ],
  [RESOURCE, 'the object itself', by(allow('s3:*', 'arn:aws:s3:::reports/2026/october.csv')), true],
  [
    RESOURCE,
    'names of resources count with regard to case',
    by(allow('s3:*', 'arn:aws:s3:::reports/2026/October.csv')),
    noIdentity,
  ],
  [RESOURCE, 'a star goes over slashes', by(allow('s3:*', 'arn:aws:s3:::reports/*')), true],
  [RESOURCE, 'a star within', by(allow('s3:*', 'arn:aws:s3:::*/october.*')), true],
  [RESOURCE, 'question marks', by(allow('s3:*', 'arn:aws:s3:::report?/202?/*')), true],
  [RESOURCE, 'another bucket whose name begins the same', by(allow('s3:*', 'arn:aws:s3:::report/*')), noIdentity],
  [RESOURCE, 'a list', by(allow('s3:*', ['arn:aws:s3:::a/*', 'arn:aws:s3:::reports/*'])), true],
  [
    RESOURCE,
    'a statement of an identity without resources says nothing',
    by({ Effect: 'Allow', Action: '*' }),
    noIdentity,
  ],
  [RESOURCE, 'what is missing of an ARN is completed', send('arn:aws:sqs'), true],
  [RESOURCE, 'a star for region and account', send('arn:aws:sqs:*:*:orders'), true],
  [
    RESOURCE,
    'another account',
    send(`arn:aws:sqs:*:${OTHER}:orders`),
    none('identity-based policy', 'sqs:SendMessage'),
  ],
  [
    RESOURCE,
    'a star stays in its part of the ARN',
    send('arn:aws:*:orders'),
    none('identity-based policy', 'sqs:SendMessage'),
  ],
  [
    NOT_RESOURCE,
    'an allow gives all but those',
    by({ Effect: 'Allow', Action: 's3:*', NotResource: 'arn:aws:s3:::payroll/*' }),
    true,
  ],
  [
    NOT_RESOURCE,
    'an allow does not give those',
    by({ Effect: 'Allow', Action: 's3:*', NotResource: 'arn:aws:s3:::reports/*' }),
    noIdentity,
  ],
  [
    NOT_RESOURCE,
    'a deny takes all but those',
    by(allow('*'), { Effect: 'Deny', Action: 's3:*', NotResource: 'arn:aws:s3:::own/*' }),
    explicit('an identity-based policy'),
  ],
  [
    NOT_RESOURCE,
    'a deny leaves those',
    by(allow('*'), { Effect: 'Deny', Action: 's3:*', NotResource: ['arn:aws:s3:::own/*', 'arn:aws:s3:::reports/*'] }),
    true,
  ],
  [PRINCIPAL, 'a star alone', open('*'), true],
  [PRINCIPAL, 'a star for AWS', open({ AWS: '*' }), true],
  [PRINCIPAL, 'the account by its number leaves it to the identity', open({ AWS: HOME }), noIdentity],
  [
    PRINCIPAL,
    'a list with the user',
    open({ AWS: [`arn:aws:iam::${HOME}:user/eva`, `arn:aws:iam::${HOME}:user/ana`] }),
    true,
  ],
  [PRINCIPAL, 'names of users count with regard to case', open({ AWS: `arn:aws:iam::${HOME}:user/Ana` }), noIdentity],
  [PRINCIPAL, 'a star within a name is no wildcard', open({ AWS: `arn:aws:iam::${HOME}:user/*` }), noIdentity],
  [PRINCIPAL, 'a role by its name holds for its sessions', open({ AWS: ROLE }, { principal: session }), true],
  [
    PRINCIPAL,
    'a session by its name',
    open({ AWS: `arn:aws:sts::${HOME}:assumed-role/reader/today` }, { principal: session }),
    true,
  ],
  [
    PRINCIPAL,
    'another session of the same role',
    open({ AWS: `arn:aws:sts::${HOME}:assumed-role/reader/tomorrow` }, { principal: session }),
    noIdentity,
  ],
  [PRINCIPAL, 'a service is not everybody', open({ Service: 'lambda.amazonaws.com' }), noIdentity],
  [PRINCIPAL, 'the root user by the account', open({ AWS: HOME }, { principal: root }), true],
  [
    PRINCIPAL,
    'a provider whose token names the branch',
    web('token.actions.example', { context: { 'token.actions.example:sub': 'repo:acme/api:ref:refs/heads/main' } }),
    true,
  ],
  [
    PRINCIPAL,
    'a provider whose token names another branch',
    web('token.actions.example', { context: { 'token.actions.example:sub': 'repo:acme/api:ref:refs/heads/try' } }),
    noWeb,
  ],
  [
    PRINCIPAL,
    'another provider',
    web('elsewhere.example', { context: { 'token.actions.example:sub': 'repo:acme/api:ref:refs/heads/main' } }),
    noWeb,
  ],
  [
    NOT_PRINCIPAL,
    'a deny spares user and account that are named',
    closed({ AWS: [`arn:aws:iam::${HOME}:user/ana`, `arn:aws:iam::${HOME}:root`] }),
    true,
  ],
  [
    NOT_PRINCIPAL,
    'a deny holds for all others',
    closed({ AWS: [`arn:aws:iam::${HOME}:user/eva`, `arn:aws:iam::${HOME}:root`] }),
    explicit('a resource-based policy'),
  ],
  [
    NOT_PRINCIPAL,
    'without the account the user is denied too',
    closed({ AWS: `arn:aws:iam::${HOME}:user/ana` }),
    explicit('a resource-based policy'),
  ],
  [
    NOT_PRINCIPAL,
    'a session is spared by its own name, its role and its account',
    closed(
      { AWS: [`arn:aws:sts::${HOME}:assumed-role/reader/today`, ROLE, `arn:aws:iam::${HOME}:root`] },
      { principal: session },
    ),
    true,
  ],
  [
    NOT_PRINCIPAL,
    'a session is not spared by its role alone',
    closed({ AWS: [ROLE, `arn:aws:iam::${HOME}:root`] }, { principal: session }),
    explicit('a resource-based policy'),
  ],
  [
    NOT_PRINCIPAL,
    'with an allow it gives to all others',
    get({
      resource: bucket({
        Effect: 'Allow',
        Action: 's3:*',
        Resource: '*',
        NotPrincipal: { AWS: `arn:aws:iam::${HOME}:user/eva` },
      }),
    }),
    true,
  ],
  [
    NOT_PRINCIPAL,
    'strangers too, if their account lets them',
    get(
      {
        identity: [everything],
        resource: bucket({ Effect: 'Allow', Action: 's3:*', Resource: '*', NotPrincipal: { AWS: HOME } }),
      },
      { principal: stranger },
    ),
    true,
  ],
  [VARIABLES, 'the user’s own folder', ownFile('arn:aws:s3:::reports/ana/a.txt'), true],
  [VARIABLES, 'somebody else’s folder', ownFile('arn:aws:s3:::reports/eva/a.txt'), noIdentity],
  [
    VARIABLES,
    'a session has no user name, so the statement fits nothing',
    ownFile('arn:aws:s3:::reports/reader/a.txt', { principal: session }),
    noIdentity,
  ],
  [
    VARIABLES,
    'a value that stands in when there is none',
    ask(
      's3:GetObject',
      'arn:aws:s3:::reports/shared/a.txt',
      { identity: [doc(allow('s3:*', "arn:aws:s3:::reports/${aws:username, 'shared'}/*"))] },
      { principal: session },
    ),
    true,
  ],
  [
    VARIABLES,
    'a star that is one is written as a variable',
    ask('s3:GetObject', 'arn:aws:s3:::reports/ab', { identity: [doc(allow('s3:*', 'arn:aws:s3:::reports/a${*}'))] }),
    noIdentity,
  ],
  [
    VARIABLES,
    'and fits a star',
    ask('s3:GetObject', 'arn:aws:s3:::reports/a*', { identity: [doc(allow('s3:*', 'arn:aws:s3:::reports/a${*}'))] }),
    true,
  ],
  [
    VARIABLES,
    'a tag of the user',
    get(
      { identity: [doc(allow('s3:*', 'arn:aws:s3:::reports/${aws:PrincipalTag/year}/*'))] },
      { context: { 'aws:PrincipalTag/year': '2026' } },
    ),
    true,
  ],
  [
    VARIABLES,
    'a star in a tag is a star, not everything',
    get(
      { identity: [doc(allow('s3:*', 'arn:aws:s3:::reports/${aws:PrincipalTag/year}/*'))] },
      { context: { 'aws:PrincipalTag/year': '*' } },
    ),
    noIdentity,
  ],
  [
    VERSION,
    'the old version takes variables for text',
    ask('s3:GetObject', 'arn:aws:s3:::reports/ana/a.txt', {
      identity: [{ Version: '2008-10-17', Statement: allow('s3:*', own) }],
    }),
    noIdentity,
  ],
  [
    VERSION,
    'without a version it is the old one',
    ask('s3:GetObject', 'arn:aws:s3:::reports/ana/a.txt', { identity: [{ Statement: [allow('s3:*', own)] }] }),
    noIdentity,
  ],
  [
    'IAM JSON policy elements: Statement',
    'one statement need not stand in a list',
    get({ identity: [{ Version: '2012-10-17', Statement: allow('s3:*') }] }),
    true,
  ],
  [
    'IAM JSON policy elements: Sid',
    'says nothing about the decision',
    get({ identity: [doc(allow('s3:*', '*', { Sid: 'DenyAll' }))] }),
    true,
  ],
]
