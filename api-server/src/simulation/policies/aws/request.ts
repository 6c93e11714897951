import type { PolicyDocument } from './document.ts'
/** Who calls AWS. ARNs are whole: `arn:aws:sts::111122223333:assumed-role/audit-reader/my-session` for a session. */
export type AwsPrincipal =
  | { kind: 'root'; account: string }
  | { kind: 'user'; arn: string; id?: string }
  /** A session of a role: `arn` names the session, `role` the role. */
  | { kind: 'session'; arn: string; role: string; id?: string }
  /** AWS itself, as `ec2.amazonaws.com`. */
  | { kind: 'service'; name: string }
  /** Somebody who shows a token of a provider: its ARN, or its name for the ones that AWS knows. */
  | { kind: 'federated'; provider: string }
  | { kind: 'anonymous' }

/**
 * How a policy of the resource counts. `policy`: buckets, secrets, functions, topics. `trust`: who may take a role.
 * `key`: a KMS key, to which policies of identities count only where the key's own policy says so.
 */
export type ResourcePolicyKind = 'policy' | 'trust' | 'key'

export interface AwsPolicies {
  /** Of the user and its groups, or of the role. */
  identity?: PolicyDocument[]
  boundary?: PolicyDocument
  /** Given when the session was taken. One of them must allow. */
  session?: PolicyDocument[]
  /** Service control policies, level by level from the organisation's root to the account. Each level must allow. */
  service_control?: PolicyDocument[][]
  /** Resource control policies of the account that owns the resource, in the same way. */
  resource_control?: PolicyDocument[][]
  resource?: { kind: ResourcePolicyKind; document: PolicyDocument }
}

/** Condition keys of the request. Their names count without regard to case. */
export type AwsContext = Readonly<Record<string, string | readonly string[]>>

export interface AwsRequest {
  principal: AwsPrincipal
  /** As in `s3:GetObject`. */
  action: string
  /** An ARN, or `*` for actions that name no resource. */
  resource: string
  /** The account that owns the resource; the caller's own for `*`. */
  resource_account: string
  /** `aws:PrincipalArn`, `aws:PrincipalAccount`, `aws:username` and `aws:userid` are added by the judge. */
  context?: AwsContext
  policies: AwsPolicies
}
