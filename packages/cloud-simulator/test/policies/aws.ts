import type {
  AwsContext,
  AwsPolicies,
  AwsPrincipal,
  AwsRequest,
  PolicyCondition,
  PolicyDocument,
  PolicyPrincipal,
  PolicyStatement,
} from '../../src/policies/aws/request.ts'
/** Topic in AWS's documentation that the case follows, its statement in our words, the request, and the result: true, or the reason for the refusal. */
export type AwsCase = [topic: string, says: string, request: AwsRequest, answer: true | string]

export const HOME = '111122223333'
export const OTHER = '444455556666'
export const ana: AwsPrincipal = { kind: 'user', arn: `arn:aws:iam::${HOME}:user/ana`, id: 'AIDAANA' }
export const session: AwsPrincipal = {
  kind: 'session',
  arn: `arn:aws:sts::${HOME}:assumed-role/reader/today`,
  role: `arn:aws:iam::${HOME}:role/reader`,
  id: 'AROAREADER:today',
}
export const stranger: AwsPrincipal = { kind: 'user', arn: `arn:aws:iam::${OTHER}:user/ben` }
export const root: AwsPrincipal = { kind: 'root', account: HOME }
export const service: AwsPrincipal = { kind: 'service', name: 'lambda.amazonaws.com' }
export const anybody: AwsPrincipal = { kind: 'anonymous' }

export const OBJECT = 'arn:aws:s3:::reports/2026/october.csv'
export const ROLE = `arn:aws:iam::${HOME}:role/reader`

type Rest = Partial<PolicyStatement>
type ResourcePolicy = NonNullable<AwsPolicies['resource']>
const statement =
  (Effect: PolicyStatement['Effect']) =>
  (Action: string | string[], Resource: string | string[] = '*', rest: Rest = {}): PolicyStatement => ({
    Effect,
    Action,
    Resource,
    ...rest,
  })
export const allow = statement('Allow')
export const deny = statement('Deny')
export const doc = (...Statement: PolicyStatement[]): PolicyDocument => ({ Version: '2012-10-17', Statement })
export const everything = doc(allow('*'))

/** A bucket policy. */
export const bucket = (...statements: PolicyStatement[]): ResourcePolicy => ({
  kind: 'policy',
  document: doc(...statements),
})
/** A role's trust policy, which has no resource. */
export const trust = (Principal: PolicyPrincipal, rest: Rest = {}): ResourcePolicy => ({
  kind: 'trust',
  document: doc({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal, ...rest }),
})
export const key = (Principal: PolicyPrincipal, Action: string | string[] = 'kms:*'): ResourcePolicy => ({
  kind: 'key',
  document: doc(allow(Action, '*', { Principal })),
})

interface Asked {
  principal?: AwsPrincipal
  resource_account?: string
  context?: AwsContext
}
export const ask = (action: string, resource: string, policies: AwsPolicies, asked: Asked = {}): AwsRequest => ({
  principal: ana,
  resource_account: HOME,
  action,
  resource,
  policies,
  ...asked,
})

export const get = (policies: AwsPolicies, asked?: Asked) => ask('s3:GetObject', OBJECT, policies, asked)
export const assume = (policies: AwsPolicies, asked?: Asked) => ask('sts:AssumeRole', ROLE, policies, asked)

/** Request to read an object that is allowed if the condition matches. */
export const onlyIf = (Condition: PolicyCondition, context: AwsContext, asked: Asked = {}) =>
  get({ identity: [doc(allow('s3:GetObject', '*', { Condition }))] }, { ...asked, context })

export const none = (kind: string, action = 's3:GetObject') => `because no ${kind} allows the ${action} action`
export const explicit = (kind: string) => `with an explicit deny in ${kind}`
export const noIdentity = none('identity-based policy')
export const noResource = none('resource-based policy')
export const noTrust = none('role trust policy', 'sts:AssumeRole')
