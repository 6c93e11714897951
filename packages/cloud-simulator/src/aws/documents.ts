import { CloudError } from '../engine/caller.ts'
import { isOperator } from '../policies/aws/conditions.ts'
import { type PolicyDocument, statementsOf } from '../policies/aws/request.ts'
import { jsonOf } from '../resources.ts'
/** A policy from an attribute, for display; undefined if it is missing or invalid. */
export function documentOf(text: string | undefined): PolicyDocument | undefined {
  const parsed = jsonOf(text)
  return isDocument(parsed) ? parsed : undefined
}

/**
 * A policy from an attribute, for evaluation; undefined only if it is missing. AWS never stores an invalid policy. If a lab contains one, its denies
 * are unknown, so it denies everything.
 */
export const policyOf = (text: string | undefined): PolicyDocument | undefined =>
  text ? (documentOf(text) ?? unreadable) : undefined

/** The same for a resource-based policy. */
export const resourcePolicyOf = (text: string | undefined): PolicyDocument | undefined =>
  text ? (resourceDocumentOf(text) ?? unreadable) : undefined

/** A resource-based policy; undefined if it is missing or invalid. */
export function resourceDocumentOf(text: string | undefined): PolicyDocument | undefined {
  const document = documentOf(text)
  return document && hasPrincipals(document) ? document : undefined
}

const hasPrincipals = (document: PolicyDocument) =>
  statementsOf(document).every(({ Principal, NotPrincipal }) => (Principal ?? NotPrincipal) !== undefined)

/** Used in place of an invalid policy, whose denies are unknown. */
export const unreadable: PolicyDocument = {
  Version: '2012-10-17',
  Statement: [{ Sid: 'CannotBeRead', Effect: 'Deny', Principal: '*', Action: '*', Resource: '*' }],
}

/** Parses a policy written by a learner. */
export function readDocument(text: string): PolicyDocument {
  const parsed = jsonOf(text)
  if (!isDocument(parsed)) throw new CloudError('MalformedPolicyDocument', 'Syntax errors in policy.')
  return parsed
}

/** Validates a resource-based policy written by a learner. */
export function readResourceDocument(text: string, code: string): void {
  if (!hasPrincipals(readDocument(text))) throw new CloudError(code, 'Missing required field Principal')
}

/** Whether a value has the shape of a policy, in all parts used later. Learners write policies too, so it cannot be assumed. */
function isDocument(value: unknown): value is PolicyDocument {
  if (typeof value !== 'object' || value === null || !('Statement' in value)) return false
  const statements = Array.isArray(value.Statement) ? value.Statement : [value.Statement]
  return statements.every(isStatement)
}

const isText = (value: unknown) => typeof value === 'string'
const isList = (value: unknown) => value === undefined || isText(value) || (Array.isArray(value) && value.every(isText))
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPrincipal = (value: unknown) =>
  value === undefined || value === '*' || (isRecord(value) && Object.values(value).every(isList))
const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

function isStatement(one: unknown): boolean {
  if (!isRecord(one) || !['Allow', 'Deny'].includes(String(one.Effect))) return false
  const lists = [one.Action, one.NotAction, one.Resource, one.NotResource]
  const operators = one.Condition === undefined ? [] : isRecord(one.Condition) ? Object.entries(one.Condition) : [['']]
  return (
    (one.Action === undefined) !== (one.NotAction === undefined) &&
    lists.every(isList) &&
    [one.Principal, one.NotPrincipal].every(isPrincipal) &&
    operators.every(
      ([operator, keys]) =>
        isOperator(String(operator)) &&
        isRecord(keys) &&
        Object.values(keys).every((values) => isPlain(values) || (Array.isArray(values) && values.every(isPlain))),
    )
  )
}

const READ =
  'iam:Get* iam:List* iam:GenerateCredentialReport ec2:Describe* ec2:Get* s3:Get* s3:List* lambda:Get* lambda:List* ssm:Describe* ssm:Get* ssm:List* secretsmanager:Describe* secretsmanager:List* cloudtrail:Describe* cloudtrail:Get* cloudtrail:List* cloudtrail:LookupEvents dynamodb:BatchGet* dynamodb:Describe* dynamodb:Get* dynamodb:List* dynamodb:Query dynamodb:Scan logs:Describe* logs:Get* logs:FilterLogEvents organizations:Describe* organizations:List* sts:GetAccessKeyInfo sts:GetCallerIdentity'
const LOOK = READ.split(' ')
  .filter((one) => !/^(s3:Get|lambda:Get|ssm:Get|dynamodb:(Batch|Get|Query|Scan)|logs:(Get|Filter))/.test(one))
  .join(' ')

/** The most common AWS managed policies, reduced to the services of the simulation: name and allowed actions, one a line. */
const MANAGED = `
AdministratorAccess *
ReadOnlyAccess ${READ}
ViewOnlyAccess ${LOOK}
SecurityAudit ${LOOK} s3:GetBucket* s3:GetAccountPublicAccessBlock lambda:GetPolicy lambda:GetFunctionConfiguration iam:SimulatePrincipalPolicy
IAMReadOnlyAccess iam:Get* iam:List* iam:GenerateCredentialReport iam:SimulateCustomPolicy iam:SimulatePrincipalPolicy
IAMFullAccess iam:* organizations:DescribeOrganization
AmazonS3ReadOnlyAccess s3:Get* s3:List*
AmazonS3FullAccess s3:*
AmazonEC2ReadOnlyAccess ec2:Describe*
AmazonSSMReadOnlyAccess ssm:Describe* ssm:Get* ssm:List*
AmazonSSMManagedInstanceCore ssm:GetParameter ssm:GetParameters ssm:UpdateInstanceInformation ssmmessages:* ec2messages:*
AWSLambdaBasicExecutionRole logs:CreateLogGroup logs:CreateLogStream logs:PutLogEvents
AWSCloudTrail_ReadOnlyAccess cloudtrail:Get* cloudtrail:Describe* cloudtrail:List* cloudtrail:LookupEvents
SecretsManagerReadWrite secretsmanager:* kms:DescribeKey lambda:ListFunctions
`

const allowing = (statement: object) => ({ Effect: 'Allow' as const, ...statement, Resource: '*' })
const documentWith = (...statements: object[]): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: statements.map(allowing),
})

export const managedPolicies: Record<string, PolicyDocument> = {
  ...Object.fromEntries(
    MANAGED.trim()
      .split('\n')
      .map((line) => line.split(' '))
      .map(([name, ...actions]) => [name, documentWith({ Action: actions })]),
  ),
  PowerUserAccess: documentWith(
    { NotAction: ['iam:*', 'organizations:*', 'account:*'] },
    { Action: ['iam:ListRoles', 'iam:CreateServiceLinkedRole'] },
  ),
}
