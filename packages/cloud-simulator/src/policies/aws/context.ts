import { accountOf, arnOf } from './principals.ts'
import type { AwsContext, AwsRequest } from './request.ts'
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
