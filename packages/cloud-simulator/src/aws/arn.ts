import { hexOf, lettersOf } from '../generated-ids.ts'
import { fullName } from '../resources.ts'
import type { Resource, World } from '../world.ts'

type Place = Pick<World, 'account_id' | 'region' | 'seed'>

const path = ({ attributes }: Resource) => attributes.path ?? '/'

/** The part after `arn:aws:` for each type that policies can name. */
const forms: Record<string, (resource: Resource, place: Place) => string> = {
  aws_iam_user: (one, { account_id }) => `iam::${account_id}:user${path(one)}${one.name}`,
  aws_iam_role: (one, { account_id }) => `iam::${account_id}:role${path(one)}${one.name}`,
  aws_iam_group: (one, { account_id }) => `iam::${account_id}:group${path(one)}${one.name}`,
  aws_iam_policy: (one, { account_id }) => `iam::${account_id}:policy${path(one)}${one.name}`,
  aws_iam_instance_profile: (one, { account_id }) => `iam::${account_id}:instance-profile${path(one)}${one.name}`,
  aws_s3_bucket: (one) => `s3:::${fullName(one)}`,
  aws_instance: (one, place) => `ec2:${place.region}:${place.account_id}:instance/${instanceId(place, one)}`,
  aws_ssm_parameter: (one, { region, account_id }) =>
    `ssm:${region}:${account_id}:parameter/${parameterName(one).replace(/^\//, '')}`,
  aws_secretsmanager_secret: (one, place) =>
    `secretsmanager:${place.region}:${place.account_id}:secret:${fullName(one)}-${hexOf(place, one.name, 6)}`,
  aws_lambda_function: (one, { region, account_id }) => `lambda:${region}:${account_id}:function:${fullName(one)}`,
  aws_dynamodb_table: (one, { region, account_id }) => `dynamodb:${region}:${account_id}:table/${fullName(one)}`,
  aws_cloudtrail: (one, { region, account_id }) => `cloudtrail:${region}:${account_id}:trail/${one.name}`,
  aws_kms_key: (one, place) => `kms:${place.region}:${place.account_id}:key/${hexOf(place, one.name, 32)}`,
}

export const arnOf = (place: Place, resource: Resource): string =>
  resource.attributes.arn ??
  `arn:aws:${forms[resource.type]?.(resource, place) ?? `${resource.type}:::${resource.name}`}`

/** ARN of a resource of this type, whether or not it exists. */
export const arnFor = (place: Place, type: string, name: string): string => arnOf(place, { type, name, attributes: {} })

/** `i-0abc…`, `vpc-0abc…`: ids of EC2 resources. */
export const ec2Id = (place: Pick<World, 'seed'>, prefix: string, name: string): string =>
  `${prefix}-0${hexOf(place, `${prefix} ${name}`, 16)}`

export const instanceId = (place: Pick<World, 'seed'>, { name, attributes }: Resource): string =>
  attributes.instance_id ?? ec2Id(place, 'i', name)

export const parameterName = ({ name, attributes }: Resource): string => attributes.parameter ?? name

/** `AIDA…` for users, `AROA…` for roles, `ANPA…` for policies. */
export const uniqueId = (place: Pick<World, 'seed'>, prefix: string, name: string): string =>
  `${prefix}${lettersOf(place, `${prefix} ${name}`, 17)}`
