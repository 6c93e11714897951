import {
  type AwsContext,
  type AwsPrincipal,
  type AwsRequest,
  listOf,
  type PolicyPrincipal,
  type PolicyStatement,
} from './request.ts'
/**
 * How a statement names the caller. `direct` grants access regardless of other policies; `role` names the role behind a session, and is limited by
 * its boundary and session policies; `account` leaves the decision to the caller's account.
 */
export type Naming = 'direct' | 'role' | 'account'

export const accountOf = (principal: AwsPrincipal): string | null => {
  if (principal.kind === 'root') return principal.account
  if (principal.kind === 'user' || principal.kind === 'session') return principal.arn.split(':')[4] ?? null
  return null
}

/** The caller as named in messages and conditions. */
export const arnOf = (principal: AwsPrincipal): string => {
  if (principal.kind === 'root') return rootArn(principal.account)
  if (principal.kind === 'user' || principal.kind === 'session') return principal.arn
  if (principal.kind === 'service') return principal.name
  return principal.kind === 'federated' ? principal.provider : 'anonymous'
}

const rootArn = (account: string) => `arn:aws:iam::${account}:root`

/** How the principals of a resource-based policy's statement name the caller, or null. */
export function namingOf({ Principal, NotPrincipal, Effect }: PolicyStatement, caller: AwsPrincipal): Naming | null {
  if (Principal !== undefined) return strongest(names(Principal, caller))
  if (NotPrincipal === undefined) return null
  const named = names(NotPrincipal, caller)
  if (Effect === 'Allow') return named.length > 0 ? null : 'direct'
  // A deny with NotPrincipal only excludes callers whose account, role and session are all listed.
  return waysToName(caller).every((way) => named.includes(way)) ? null : 'direct'
}

const strongest = (named: Naming[]): Naming | null =>
  (['direct', 'role', 'account'] as const).find((naming) => named.includes(naming)) ?? null

const waysToName = ({ kind }: AwsPrincipal): Naming[] =>
  kind === 'session' ? ['direct', 'role', 'account'] : kind === 'user' ? ['direct', 'account'] : ['direct']

function names(principal: PolicyPrincipal, caller: AwsPrincipal): Naming[] {
  if (principal === '*') return waysToName(caller)
  return Object.entries(principal).flatMap(([kind, value]) =>
    listOf(value).flatMap((name) => {
      if (kind === 'AWS') return name === '*' ? waysToName(caller) : (namingByArn(name, caller) ?? [])
      const isCaller =
        (kind === 'Service' && caller.kind === 'service' && name === caller.name) ||
        (kind === 'Federated' && caller.kind === 'federated' && name === caller.provider)
      return isCaller ? ['direct' as const] : []
    }),
  )
}

function namingByArn(name: string, caller: AwsPrincipal): Naming | null {
  const account = accountOf(caller)
  if (account !== null && (name === account || name === rootArn(account)))
    return caller.kind === 'root' ? 'direct' : 'account'
  if (caller.kind !== 'user' && caller.kind !== 'session') return null
  if (name === caller.arn) return 'direct'
  return caller.kind === 'session' && name === caller.role ? 'role' : null
}

/** Condition keys in lower case, with the values of the request. */
export type ContextValues = ReadonlyMap<string, readonly string[]>

const kinds = { root: 'Account', user: 'User', session: 'AssumedRole', federated: 'AssumedRole' } as const

/** Values for conditions and policy variables: those supplied by the request, and those derived from the caller. */
export function contextOf({ principal, resource_account, context = {} }: AwsRequest): ContextValues {
  const account = accountOf(principal)
  const own: AwsContext = {
    'aws:PrincipalIsAWSService': String(principal.kind === 'service'),
    'aws:ResourceAccount': resource_account,
    ...(account === null ? {} : { 'aws:PrincipalAccount': account }),
    ...(principal.kind in kinds ? { 'aws:PrincipalType': kinds[principal.kind as keyof typeof kinds] } : {}),
    ...(principal.kind === 'root' ? { 'aws:PrincipalArn': arnOf(principal), 'aws:userid': principal.account } : {}),
    ...(principal.kind === 'user' ? { 'aws:PrincipalArn': principal.arn, 'aws:username': lastOf(principal.arn) } : {}),
    ...(principal.kind === 'session' ? { 'aws:PrincipalArn': principal.role } : {}),
    ...(principal.kind === 'service' ? { 'aws:PrincipalServiceName': principal.name } : {}),
    ...('id' in principal && principal.id ? { 'aws:userid': principal.id } : {}),
  }
  const all = { ...lowerKeys(own), ...lowerKeys(context) }
  return new Map(Object.entries(all).map(([key, value]) => [key, typeof value === 'string' ? [value] : value]))
}

const lowerKeys = (context: AwsContext) =>
  Object.fromEntries(Object.entries(context).map(([key, value]) => [key.toLowerCase(), value]))

const lastOf = (arn: string) => arn.slice(arn.lastIndexOf('/') + 1)
