import type { CatalogueLab } from './shapes.ts'

export const awsLabs: CatalogueLab[] = [
  {
    slug: 'cross-account-trust',
    title: 'Cross-account trust',
    description: `An account of your own, a user with few rights, and three roles. One of them trusts everybody in the account; behind it stands one that can read the payroll bucket.

You practise reading trust policies, assuming roles in the right order and naming the one line that should have been different.`,
    difficulty: 'beginner',
    cloud: 'aws',
    price_amount: 4900,
    module: 'aws/cross-account-trust',
    module_stages: [
      {
        name: 'Drawing the account',
        resources: [
          { type: 'aws_iam_user', name: 'lab-user' },
          { type: 'aws_iam_policy', name: 'lab-user-may-look' },
          { type: 'aws_cloudtrail', name: 'lab-trail' },
          { type: 'aws_s3_bucket', name: 'lab-trail-logs' },
        ],
      },
      {
        name: 'Setting up the roles',
        resources: [
          {
            type: 'aws_iam_role',
            name: 'audit-reader',
            attributes: { trusted_principal: 'arn:aws:iam::this-account:root', trust_condition: 'none' },
          },
          {
            type: 'aws_iam_role',
            name: 'payroll-export',
            attributes: { trusted_principal: 'role/audit-reader', trust_condition: 'none' },
          },
          {
            type: 'aws_iam_role',
            name: 'backup-operator',
            attributes: {
              trusted_principal: 'arn:aws:iam::this-account:root',
              trust_condition: 'sts:ExternalId must equal a value that nobody set',
            },
          },
          {
            type: 'aws_iam_role_policy',
            name: 'audit-reader-may-hop',
            attributes: { role: 'audit-reader', allows: 'sts:AssumeRole on role/payroll-export' },
          },
          {
            type: 'aws_iam_role_policy',
            name: 'payroll-export-reads',
            attributes: { role: 'payroll-export', allows: 's3:GetObject and s3:ListBucket on payroll-archive' },
          },
        ],
      },
      {
        name: 'Planting your flags',
        resources: [
          { type: 'aws_s3_bucket', name: 'payroll-archive' },
          {
            type: 'aws_s3_object',
            name: 'payroll-2026-10',
            holds: 'flag_payroll',
            attributes: { bucket: 'payroll-archive' },
          },
        ],
      },
      { name: 'Handing you the keys', resources: [{ type: 'aws_iam_access_key', name: 'lab-user-key' }] },
    ],
    duration_minutes: 120,
    extensions: 2,
    resets: 3,
    access_days: 30,
    extra_fields: [],
    max_resources: 20,
    max_hourly_cost: 60_000,
    walkthrough: `1. List the roles with their trust policies. \`audit-reader\` trusts \`:root\`.
2. Assume \`audit-reader\` and list its inline policies: it may assume \`payroll-export\`.
3. Assume \`payroll-export\` from there and list \`payroll-archive\`.
4. The object of October holds your flag. \`backup-operator\` is the dead end: its trust asks for an external id nobody set.`,
    flags: [
      {
        title: 'The open door',
        question: 'Which role can every identity in the account assume?',
        type: 'STATIC',
        points: 15,
        hint: 'Look for a principal that ends in `:root`.',
        hint_cost: 2,
        walkthrough: 'List all roles with `AssumeRolePolicyDocument`; only one names `:root` without a condition.',
        secret: 'audit-reader',
      },
      {
        title: 'Behind the door',
        question: 'Read the October file in the payroll bucket. What flag does it hold?',
        type: 'DYNAMIC',
        points: 30,
        hint: 'You need two hops. The first role says in its own policy where it may go next.',
        hint_cost: 8,
        walkthrough:
          'Assume `audit-reader`, then `payroll-export`, then `aws s3 cp s3://payroll-archive-…/payroll-2026-10 -`.',
        secret: 'flag_payroll',
      },
      {
        title: 'One line',
        question: 'I have written down which line of which trust policy I would change, and to what.',
        type: 'NOFLAG',
        points: 5,
        walkthrough: 'The principal of `audit-reader`: name the audit pipeline’s role in place of the account.',
        secret: null,
      },
    ],
  },
  {
    slug: 'a-talkative-instance',
    title: 'A talkative instance',
    description: `A link preview service runs on one small instance and fetches whatever it is given. Make it fetch something it should not, and find out what its role may read.

You practise forged requests from the server’s side, the two versions of the metadata service and the use of temporary credentials.`,
    difficulty: 'intermediate',
    cloud: 'aws',
    price_amount: 5900,
    module: 'aws/a-talkative-instance',
    module_stages: [
      {
        name: 'Building the network',
        resources: [
          { type: 'aws_vpc', name: 'preview-net' },
          { type: 'aws_subnet', name: 'preview-public' },
          { type: 'aws_internet_gateway', name: 'preview-gateway' },
          { type: 'aws_security_group', name: 'preview-web' },
        ],
      },
      {
        name: 'Starting the application',
        resources: [
          {
            type: 'aws_iam_role',
            name: 'report-box',
            attributes: { allows: 'ssm:GetParameter on preview-signing-key' },
          },
          { type: 'aws_iam_instance_profile', name: 'report-box' },
          {
            type: 'aws_instance',
            name: 'preview-1',
            attributes: { iam_instance_profile: 'report-box', http_tokens: 'optional', subnet: 'preview-public' },
          },
          { type: 'aws_ebs_volume', name: 'preview-1-root' },
          { type: 'aws_eip', name: 'preview-1-address' },
        ],
      },
      {
        name: 'Planting your flags',
        resources: [
          { type: 'aws_ssm_parameter', name: 'preview-signing-key', holds: 'flag_parameter' },
          { type: 'aws_s3_bucket', name: 'preview-reports' },
        ],
      },
      {
        name: 'Handing you the keys',
        resources: [
          { type: 'aws_iam_user', name: 'lab-user' },
          { type: 'aws_iam_access_key', name: 'lab-user-key' },
        ],
      },
    ],
    duration_minutes: 90,
    extensions: 2,
    resets: 3,
    access_days: 30,
    extra_fields: [],
    max_resources: 20,
    max_hourly_cost: 80_000,
    walkthrough: `1. Describe the instance: \`HttpTokens\` is \`optional\`.
2. Ask the preview form for \`http://169.254.169.254/latest/meta-data/iam/security-credentials/report-box\`. It refuses addresses that look internal; the decimal form of the address passes.
3. Use the three values as a profile. The role may read one parameter by path.`,
    flags: [
      {
        title: 'Who am I?',
        question: 'What is the name of the role that the instance runs as?',
        type: 'STATIC',
        points: 15,
        hint: 'The instance profile carries the same name. You may describe instances.',
        hint_cost: 2,
        walkthrough: '`aws ec2 describe-instances --query "Reservations[].Instances[].IamInstanceProfile.Arn"`.',
        secret: 'report-box',
      },
      {
        title: 'Talked into it',
        question: 'Which flag does the parameter hold that only the instance may read?',
        type: 'DYNAMIC',
        points: 30,
        hint: 'The filter compares text. An address can be written in more than one way.',
        hint_cost: 8,
        walkthrough: 'Take the role’s credentials through the preview and call `ssm get-parameter` with them.',
        secret: 'flag_parameter',
      },
      {
        title: 'What if',
        question: 'I have written what the same bug would give if the role could only write its logs.',
        type: 'NOFLAG',
        points: 5,
        walkthrough: 'Credentials that can write log lines, and nothing to read: a finding of medium weight.',
        secret: null,
      },
    ],
  },
]
