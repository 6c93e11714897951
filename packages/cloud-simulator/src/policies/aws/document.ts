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
