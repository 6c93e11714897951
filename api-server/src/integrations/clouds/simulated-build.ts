import { createHash } from 'node:crypto'
import type { CloudName, ModuleResource } from '../../db/schema/index.ts'
import type { Build, BuildResult, CloudAccess, ResourceName } from './driver.ts'

/**
 * Result of a build, deterministic for a deployment and account. It does not contain the flags: they are planted in resources and can only be read in
 * the console.
 */
export function buildResultOf(access: CloudAccess, build: Build, publicUrl: string): BuildResult {
  const { cloud, account_id, region } = access
  const id = idOf(build.deployment_id)
  const secret = (kind: string) =>
    digest(kind, build.deployment_id, JSON.stringify(build.flags), JSON.stringify(access.credentials))
      .toString('base64url')
      .slice(0, 40)
  return {
    outputs: { ...regionOutputs[cloud](access), ...namesOf(build) },
    console_url: `${publicUrl}${consolePath({ cloud, account_id })}`,
    credentials: [
      { label: USER_LABEL, value: userNames[cloud](access, id), secret: false },
      { label: PASSWORD_LABEL, value: secret('password').slice(0, 24), secret: true },
      ...(cloud === 'aws'
        ? [
            { label: 'Access key id', value: `AKIA${id}`, secret: false },
            { label: 'Secret access key', value: secret('access key'), secret: true },
          ]
        : []),
      { label: scopes[cloud], value: cloud === 'aws' ? region : account_id, secret: false },
    ],
  }
}

/** Labels of the two credentials required by the simulated console. */
export const USER_LABEL = 'User name'
export const PASSWORD_LABEL = 'Password'

/** Path of an account's console on our own origin. */
export const consolePath = ({ cloud, account_id }: Pick<CloudAccess, 'cloud' | 'account_id'>) =>
  `/simulated-cloud/${cloud}/${encodeURIComponent(account_id)}`

/** Attributes of a resource, including planted flags. Flags are not planted anywhere else. */
export function attributesOf(access: CloudAccess, build: Build, resource: ModuleResource): Record<string, string> {
  const flagsHere = placeFlags(build).filter((item) => item.resource === resource)
  const key = attributeOf(resource)
  const flags = flagsHere.map(({ value }, at) => [at === 0 ? key : `${key}_${at + 1}`, value] as const)
  const fullName = isNamedForEverybody(resource) ? { full_name: fullNameOf(build, resource) } : {}
  return {
    region: access.region,
    ...fullName,
    ...withReferences(resource, access, build),
    ...Object.fromEntries(flags),
  }
}

const VARIABLE = /\$\{var\.(\w+)\}/
/** `${var.x}`, `${account_id}`, `${region}`, or the name of another resource: `${aws_s3_bucket.reports.name}`. Not `${aws:username}`. */
const REFERENCE = /\$\{(?:var\.(\w+)|(account_id|region)|(\w+)\.([\w.-]+)\.name)\}/g

/** Whether an attribute of the resource is set from a module variable, as in `ingress: ${var.admitted_range}`. */
export const takesVariable = ({ attributes = {} }: ModuleResource) =>
  Object.values(attributes).some((value) => value.search(VARIABLE) >= 0)

function withReferences({ attributes = {} }: ModuleResource, access: CloudAccess, build: Build) {
  const held = (variable?: string, place?: 'account_id' | 'region', type = '', name = ''): string => {
    if (variable !== undefined) return build.variables[variable] ?? ''
    if (place !== undefined) return access[place]
    return isNamedForEverybody({ type, name }) ? fullNameOf(build, { type, name }) : name
  }
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      value.replace(REFERENCE, (_, variable, place, type, other) => held(variable, place, type, other)),
    ]),
  )
}

/** Assigns each flag to the resource that declares it, otherwise to the last one that can hold text, otherwise to the last one. */
function placeFlags({ module_stages, flags }: Build) {
  const all = module_stages.flatMap((stage) => stage.resources)
  const fallback = all.findLast(holdsText) ?? all.at(-1)
  return Object.entries(flags).map(([variable, value]) => ({
    value,
    resource: all.find((item) => item.holds === variable) ?? fallback,
  }))
}

/** Types with readable text content, which suit a flag. */
const holdsText = ({ type }: ResourceName) => /object|blob|parameter|secret|version|document|setting/.test(type)

/** The attribute that holds text in a resource of this type. */
const attributeOf = ({ type }: ResourceName) =>
  textAttributes.find(([pattern]) => pattern.test(type))?.[1] ?? 'contents'
const textAttributes: [RegExp, string][] = [
  [/object|blob/, 'contents'],
  [/parameter|secret|setting/, 'value'],
  [/trigger|log/, 'log_of_the_longest_build'],
  [/function|service/, 'environment'],
  [/bucket|resource_group/, 'tags'],
  [/table/, 'last_row'],
]

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()
const hexLetters = (bytes: Buffer, length: number) => bytes.toString('hex').toUpperCase().slice(0, length)

/** Resources that need a globally unique name: buckets, machines, applications. */
const isNamedForEverybody = ({ type }: ResourceName) => /bucket$|storage_account$|instance$|app$/.test(type)

const fullNameOf = ({ deployment_id }: Build, { name }: ResourceName) =>
  `${name}-${idOf(deployment_id).slice(0, 6).toLowerCase()}`

const idOf = (deploymentId: string) => hexLetters(digest('id', deploymentId), 16)

function namesOf(build: Build): Record<string, string> {
  const resources = build.module_stages.flatMap((stage) => stage.resources).filter(isNamedForEverybody)
  return Object.fromEntries(
    resources.map((resource) => [
      `${resource.type.replace(/^[a-z]+_/, '')}_${resource.name.replaceAll('-', '_')}`,
      fullNameOf(build, resource),
    ]),
  )
}

const regionOutputs: Record<CloudName, (access: CloudAccess) => Record<string, string>> = {
  aws: ({ account_id, region }) => ({ account_id, region, lab_user_arn: `arn:aws:iam::${account_id}:user/lab-user` }),
  azure: ({ account_id, region }) => ({ subscription_id: account_id, location: region }),
  gcp: ({ account_id, region }) => ({ project_id: account_id, region }),
}
const userNames: Record<CloudName, (access: CloudAccess, id: string) => string> = {
  aws: () => 'lab-user',
  azure: (_, id) => `lab-${id.slice(0, 8).toLowerCase()}@flagyard.example`,
  gcp: ({ account_id }) => `lab-user@${account_id}.iam.example`,
}
const scopes: Record<CloudName, string> = { aws: 'Region', azure: 'Subscription', gcp: 'Project' }
