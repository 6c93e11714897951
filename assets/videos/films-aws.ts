import type { Film } from './scenes.ts'

export const awsFilms: Film[] = [
  {
    name: 'how-iam-decides',
    title: 'How IAM decides',
    scenes: [
      {
        kind: 'title',
        eyebrow: 'AWS Red Team Foundations',
        title: 'How IAM decides',
        say: ['Every call to AWS is one question: may this principal do this?'],
      },
      {
        kind: 'diagram',
        heading: 'One request, three questions',
        steps: [
          { id: 'call', x: 60, y: 130, w: 200, label: 'Request', sub: 's3:GetObject' },
          { id: 'deny', x: 380, y: 130, w: 220, label: 'Explicit deny?', sub: 'any policy at all', tone: 'signal' },
          { from: 'call', to: 'deny' },
          { id: 'fence', x: 380, y: 270, w: 220, label: 'Inside the fences?', sub: 'SCP, RCP, boundary' },
          { from: 'deny', to: 'fence', label: 'no' },
          { id: 'allow', x: 380, y: 410, w: 220, label: 'Any allow?', sub: 'identity or resource' },
          { from: 'fence', to: 'allow', label: 'yes' },
          { id: 'done', x: 700, y: 410, w: 200, label: 'Allowed', tone: 'good' },
          { from: 'allow', to: 'done', label: 'yes' },
        ],
        say: [
          'First IAM looks for a deny. One explicit deny in any policy ends the matter.',
          'Then come the fences: organisation policies and permission boundaries, which can only take away.',
          'Last it looks for an allow. In one account, the identity or the resource may give it.',
        ],
      },
      {
        kind: 'terminal',
        heading: 'Ask before you act',
        lines: [
          { as: 'in', text: 'aws iam simulate-principal-policy \\' },
          { as: 'out', text: '    --policy-source-arn arn:aws:iam::111122223333:user/lab-user \\' },
          { as: 'out', text: '    --action-names s3:GetObject iam:PassRole \\' },
          { as: 'out', text: '    --query "EvaluationResults[].[EvalActionName,EvalDecision]"' },
          { as: 'mark', text: 's3:GetObject   allowed' },
          { as: 'out', text: 'iam:PassRole   implicitDeny' },
        ],
        say: [
          'The simulator answers without touching anything: one call allowed, one denied because nothing allows it.',
        ],
      },
      {
        kind: 'summary',
        points: ['A deny always wins.', 'Fences never grant.', 'No allow means no.'],
        say: ['A deny always wins, fences never grant, and silence means no.'],
      },
    ],
  },
  {
    name: 'assume-the-wrong-role',
    title: 'Assume the wrong role',
    scenes: [
      {
        kind: 'title',
        eyebrow: 'AWS Red Team Foundations',
        title: 'Assume the wrong role',
        say: ['A role trusts a principal, not a person. Let us see what that costs.'],
      },
      {
        kind: 'terminal',
        heading: 'Who may assume the audit role?',
        lines: [
          { as: 'in', text: 'aws iam get-role --role-name audit-reader \\' },
          { as: 'out', text: '    --query Role.AssumeRolePolicyDocument.Statement' },
          { as: 'out', text: '[{' },
          { as: 'out', text: '  "Effect": "Allow",' },
          { as: 'mark', text: '  "Principal": { "AWS": "arn:aws:iam::111122223333:root" },' },
          { as: 'out', text: '  "Action": "sts:AssumeRole"' },
          { as: 'out', text: '}]' },
        ],
        say: [
          'The trust policy names the account root. That does not mean the root user.',
          'It means: every identity in this account that is allowed to call AssumeRole.',
        ],
      },
      {
        kind: 'terminal',
        heading: 'Walk in',
        lines: [
          { as: 'in', text: 'aws sts assume-role --role-session-name audit \\' },
          { as: 'out', text: '    --role-arn arn:aws:iam::111122223333:role/audit-reader \\' },
          { as: 'out', text: '    --query Credentials.Expiration' },
          { as: 'out', text: '"2026-11-21T11:04:12+00:00"' },
          { as: 'in', text: 'aws sts get-caller-identity --query Arn --profile audit' },
          { as: 'mark', text: '"arn:aws:sts::111122223333:assumed-role/audit-reader/audit"' },
        ],
        say: [
          'Our lab user may, so STS hands out an hour of credentials.',
          'Saved as a profile, they make us the audit role, and its rights are ours.',
        ],
      },
      {
        kind: 'summary',
        points: [
          '":root" in a trust policy means the whole account.',
          'Name the one role that needs it instead.',
          'Every AssumeRole is in CloudTrail.',
        ],
        say: ['So name exact principals, and watch AssumeRole in CloudTrail.'],
      },
    ],
  },
  {
    name: 'metadata-and-its-guards',
    title: 'Metadata and its guards',
    scenes: [
      {
        kind: 'title',
        eyebrow: 'AWS Red Team Foundations',
        title: 'Metadata and its guards',
        say: ['Each instance can ask one link-local address for its own credentials.'],
      },
      {
        kind: 'diagram',
        heading: 'Why a careless fetch is enough',
        steps: [
          { id: 'you', x: 50, y: 180, w: 200, label: 'Outside', sub: '?url=http://169.254…', tone: 'signal' },
          { id: 'app', x: 380, y: 180, w: 210, label: 'Web app', sub: 'fetches any URL' },
          { from: 'you', to: 'app', label: 'request' },
          { id: 'imds', x: 710, y: 180, w: 200, label: 'Metadata', sub: '169.254.169.254' },
          { from: 'app', to: 'imds', label: 'GET' },
          { id: 'role', x: 710, y: 350, w: 200, label: 'Role credentials', sub: 'for some hours' },
          { from: 'imds', to: 'role' },
        ],
        say: [
          'An app that fetches any URL you give it will fetch that one too.',
          'With version one of the service, a plain GET is all it takes to read the role credentials.',
        ],
      },
      {
        kind: 'terminal',
        heading: 'Version two wants a token first',
        lines: [
          { as: 'in', text: 'M=http://169.254.169.254/latest' },
          { as: 'in', text: 'curl -s -o /dev/null -w "%{http_code}\\n" $M/meta-data/' },
          { as: 'mark', text: '401' },
          { as: 'in', text: 'T=$(curl -s -X PUT $M/api/token \\' },
          { as: 'out', text: '    -H "X-aws-ec2-metadata-token-ttl-seconds: 300")' },
          { as: 'in', text: 'curl -s -H "X-aws-ec2-metadata-token: $T" $M/meta-data/iam/info' },
          { as: 'out', text: '{ "Code": "Success", "InstanceProfileArn": "…/report-box" }' },
        ],
        say: [
          'Version two answers 401 until a PUT request has fetched a token.',
          'A simple forged GET can send neither the PUT nor the header.',
        ],
      },
      {
        kind: 'summary',
        points: [
          'Require tokens: HttpTokens = required.',
          'Keep the hop limit at 1 unless containers need 2.',
          'Give the instance role little to steal.',
        ],
        say: ['Require tokens, keep the hop limit low, and give the role little to steal.'],
      },
    ],
  },
  {
    name: 'reading-the-trail',
    title: 'Reading the trail',
    scenes: [
      {
        kind: 'title',
        eyebrow: 'For every cloud',
        title: 'Reading the trail you leave',
        say: ['Whatever you do in a cloud is written down. Learn to read it as the other side does.'],
      },
      {
        kind: 'diagram',
        heading: 'Three clouds, three logs, the same questions',
        steps: [
          { id: 'aws', x: 50, y: 140, w: 260, label: 'CloudTrail', sub: 'AWS' },
          { id: 'az', x: 350, y: 140, w: 260, label: 'Activity and sign-in logs', sub: 'Azure and Entra ID' },
          { id: 'gcp', x: 650, y: 140, w: 260, label: 'Cloud Audit Logs', sub: 'Google Cloud' },
          {
            id: 'q',
            x: 300,
            y: 340,
            w: 360,
            label: 'Who, from where, what, on what',
            sub: 'and was it refused?',
            tone: 'signal',
          },
          { from: 'aws', to: 'q' },
          { from: 'az', to: 'q' },
          { from: 'gcp', to: 'q' },
        ],
        say: [
          'CloudTrail, the activity and sign-in logs, Cloud Audit Logs: three names for one idea.',
          'Each entry says who, from where, what, on what, and whether it was refused.',
        ],
      },
      {
        kind: 'terminal',
        heading: 'Refusals tell the story first',
        lines: [
          { as: 'in', text: 'jq -r \'.Records[] | select(.errorCode=="AccessDenied")' },
          { as: 'out', text: "  | [.eventTime, .eventName, .userIdentity.arn] | @tsv' trail.json" },
          { as: 'out', text: '10:02:11  ListUsers        …:user/build-agent' },
          { as: 'out', text: '10:02:12  ListRoles        …:user/build-agent' },
          { as: 'out', text: '10:02:12  ListBuckets      …:user/build-agent' },
          { as: 'mark', text: '10:02:13  GetAccountSummary  …:user/build-agent' },
        ],
        say: [
          'Four refusals in two seconds, from a user that normally only uploads builds.',
          'No tool is quiet when it asks for everything at once.',
        ],
      },
      {
        kind: 'summary',
        points: [
          'Refused calls are logged too.',
          'Read attempts on data need data logs, often off.',
          'Write your own timeline while you work.',
        ],
        say: ['Refused calls are logged, data reads often are not, and your own timeline saves the report.'],
      },
    ],
  },
]
