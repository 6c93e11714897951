import type { PolicyDocument } from '../policies/aws/request.ts'
import { all, find, wordsOf } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { arnOf } from './arn.ts'
import { managedPolicies, policyOf, unreadable } from './documents.ts'
export type Kind = 'user' | 'role' | 'group'

export interface NamedPolicy {
  name: string
  arn?: string
  document: PolicyDocument
}

/** Inline policies of the identity. */
export const inlinePolicies = (world: World, kind: Kind, name: string): NamedPolicy[] =>
  all(world, `aws_iam_${kind}_policy`)
    .filter(({ attributes }) => attributes[kind] === name)
    .flatMap((one) => {
      const document = policyOf(one.attributes.policy)
      return document ? [{ name: one.attributes.policy_name ?? one.name, document }] : []
    })

/** Customer managed and AWS managed policies attached to the identity. */
export function attachedPolicies(world: World, kind: Kind, name: string): NamedPolicy[] {
  const own = all(world, 'aws_iam_policy').filter(({ attributes }) =>
    wordsOf(attributes.attached_to).includes(`${kind}/${name}`),
  )
  const attached = all(world, `aws_iam_${kind}_policy_attachment`)
    .filter(({ attributes }) => attributes[kind] === name)
    .map(({ attributes }) => attributes.policy_arn ?? '')
  const named = [...own.map((one) => arnOf(world, one)), ...attached]
  // AWS has more managed policies than the simulation knows, and some of them contain denies.
  return [...new Set(named)].map(
    (arn) => policyByArn(world, arn) ?? { name: arn.split('/').at(-1) ?? arn, arn, document: unreadable },
  )
}

export function policyByArn(world: World, arn: string): NamedPolicy | undefined {
  const own = all(world, 'aws_iam_policy').find((one) => arnOf(world, one) === arn)
  if (own)
    return {
      name: own.name,
      arn,
      document: policyOf(own.attributes.policy) ?? { Version: '2012-10-17', Statement: [] },
    }
  const name = /^arn:aws:iam::aws:policy\/(?:[\w-]+\/)*([\w-]+)$/.exec(arn)?.[1]
  const document = name && Object.hasOwn(managedPolicies, name) ? managedPolicies[name] : undefined
  return name && document ? { name, arn, document } : undefined
}

export const groupsOf = (world: World, user: string): Resource[] =>
  all(world, 'aws_iam_group').filter(
    (group) =>
      wordsOf(group.attributes.users).includes(user) ||
      all(world, 'aws_iam_group_membership').some(
        ({ attributes }) => attributes.group === group.name && wordsOf(attributes.users).includes(user),
      ),
  )

/** All policies of an identity: inline, attached, and those of its groups. */
export function policiesOf(world: World, kind: 'user' | 'role', name: string): PolicyDocument[] {
  const groups = kind === 'user' ? groupsOf(world, name).map((group) => group.name) : []
  return [
    ...inlinePolicies(world, kind, name),
    ...attachedPolicies(world, kind, name),
    ...groups.flatMap((group) => [
      ...inlinePolicies(world, 'group', group),
      ...attachedPolicies(world, 'group', group),
    ]),
  ].map(({ document }) => document)
}

export function boundaryOf(world: World, identity: Resource): PolicyDocument | undefined {
  const text = identity.attributes.permissions_boundary
  if (!text) return undefined
  const named = find(world, 'aws_iam_policy', text)
  return (
    policyByArn(world, text)?.document ?? (named ? policyByArn(world, arnOf(world, named))?.document : policyOf(text))
  )
}

/** Service control policies by level; each level must allow. */
export function serviceControl(world: World): PolicyDocument[][] | undefined {
  const levels = new Map<string, PolicyDocument[]>()
  for (const { attributes } of all(world, 'aws_organizations_policy')) {
    const document = policyOf(attributes.policy)
    const level = attributes.level ?? 'account'
    if (document) levels.set(level, [...(levels.get(level) ?? []), document])
  }
  return levels.size > 0 ? [...levels.values()] : undefined
}
