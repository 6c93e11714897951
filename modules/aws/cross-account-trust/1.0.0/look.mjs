// Looks into the account as a learner does: from role to role, by AWS's own command line, which must be installed.
import { execFileSync } from 'node:child_process'

const panel = JSON.parse(process.env.LAB_PANEL)
const credential = (label) => panel.credentials.find((one) => one.label === label)?.value ?? ''
const learner = {
  AWS_ACCESS_KEY_ID: credential('Access key id'),
  AWS_SECRET_ACCESS_KEY: credential('Secret access key'),
}

function aws(keys, ...args) {
  const env = { ...process.env, ...keys, AWS_REGION: panel.region, LAB_PANEL: '' }
  return execFileSync('aws', args, { env, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
}

function assume(keys, role) {
  const arn = `arn:aws:iam::${panel.account_id}:role/${role}`
  const { Credentials: one } = JSON.parse(
    aws(keys, 'sts', 'assume-role', '--role-arn', arn, '--role-session-name', 'canary', '--output', 'json'),
  )
  return {
    AWS_ACCESS_KEY_ID: one.AccessKeyId,
    AWS_SECRET_ACCESS_KEY: one.SecretAccessKey,
    AWS_SESSION_TOKEN: one.SessionToken,
  }
}

const { Roles } = JSON.parse(aws(learner, 'iam', 'list-roles', '--output', 'json'))
const reader = assume(assume(learner, 'audit-reader'), 'payroll-export')
const contents = aws(reader, 's3', 'cp', `s3://${panel.outputs.payroll_bucket}/payroll-2026-10`, '-')
const roles = Roles.map(({ RoleName, AssumeRolePolicyDocument: { Statement = [] } }) => ({
  type: 'aws_iam_role',
  name: RoleName,
  attributes: {
    trust_condition: Statement.some(({ Condition }) => Condition) ? 'some' : 'none',
    trusted_principal: String(Statement[0]?.Principal?.AWS ?? '').replace(panel.account_id, 'this-account'),
  },
}))
console.log(JSON.stringify([...roles, { type: 'aws_s3_object', name: 'payroll-2026-10', attributes: { contents } }]))
