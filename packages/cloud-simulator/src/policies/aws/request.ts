/** Principal of an AWS call. ARNs are complete: `arn:aws:sts::111122223333:assumed-role/audit-reader/my-session` for a session. */
export type AwsPrincipal =
  | { kind: 'root'; account: string }
  | { kind: 'user'; arn: string; id?: string }
  /** A role session: `arn` names the session, `role` the role. */
  | { kind: 'session'; arn: string; role: string; id?: string }
  /** An AWS service, such as `ec2.amazonaws.com`. */
  | { kind: 'service'; name: string }
  /** A caller with an identity provider's token: the provider's ARN, or its name for providers known to AWS. */
  | { kind: 'federated'; provider: string }
  | { kind: 'anonymous' }

/**
 * Evaluation of a resource-based policy. `policy`: buckets, secrets, functions, topics. `trust`: who may assume a role. `key`: a KMS key, for which
 * identity-based policies only count if the key policy allows it.
 */
export type ResourcePolicyKind = 'policy' | 'trust' | 'key'

export interface AwsPolicies {
  /** Policies of the user and its groups, or of the role. */
  identity?: PolicyDocument[]
  boundary?: PolicyDocument
  /** Passed when the session was created. One of them must allow. */
  session?: PolicyDocument[]
  /** Service control policies, level by level from the organisation root to the account. Each level must allow. */
  service_control?: PolicyDocument[][]
  /** Resource control policies of the account that owns the resource, structured in the same way. */
  resource_control?: PolicyDocument[][]
  resource?: { kind: ResourcePolicyKind; document: PolicyDocument }
}

/** Condition keys of the request. Their names are case-insensitive. */
export type AwsContext = Readonly<Record<string, string | readonly string[]>>

export interface AwsRequest {
  principal: AwsPrincipal
  /** As in `s3:GetObject`. */
  action: string
  /** An ARN, or `*` for actions without a resource. */
  resource: string
  /** Account that owns the resource; the caller's own for `*`. */
  resource_account: string
  /** The evaluation adds `aws:PrincipalArn`, `aws:PrincipalAccount`, `aws:username` and `aws:userid`. */
  context?: AwsContext
  policies: AwsPolicies
}

/** A policy document of AWS, as JSON. */
export interface PolicyDocument {
  Version?: string
  Id?: string
  Statement: PolicyStatement | PolicyStatement[]
}

export interface PolicyStatement {
  Sid?: string
  Effect: 'Allow' | 'Deny'
  Action?: OneOrMore
  NotAction?: OneOrMore
  Resource?: OneOrMore
  NotResource?: OneOrMore
  Principal?: PolicyPrincipal
  NotPrincipal?: PolicyPrincipal
  Condition?: PolicyCondition
}

export type OneOrMore = string | string[]

/** `*`, or names by kind: `AWS`, `Service`, `Federated`, `CanonicalUser`. */
export type PolicyPrincipal = '*' | Record<string, OneOrMore>

/** Operator, condition key, and values of which one must match. */
export type PolicyCondition = Record<string, Record<string, OneOrMore | boolean | number>>

export const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T]

export const statementsOf = ({ Statement }: PolicyDocument): readonly PolicyStatement[] => listOf(Statement)
