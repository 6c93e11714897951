import { createHash } from 'node:crypto'
import { CloudError } from '../../engine/caller.ts'
import { madeOn } from '../../generated-ids.ts'
import { all, find, fullName } from '../../resources.ts'
import type { Resource, World } from '../../world.ts'
import { arnOf } from '../arn.ts'
import type { AwsCall } from '../call.ts'
import type { AwsTarget } from '../caller.ts'
import { resourcePolicyOf } from '../documents.ts'

export interface StoredObject {
  key: string
  contents: string
  at: Date
  resource: Resource
}

/** A bucket by its global name. */
export const findBucket = (world: World, name: string): Resource | undefined =>
  all(world, 'aws_s3_bucket').find((one) => fullName(one) === name)

export const keyOf = ({ name, attributes }: Resource) => attributes.key ?? name

export const objectsOf = (world: World, bucket: Resource): StoredObject[] =>
  all(world, 'aws_s3_object')
    .filter(({ attributes }) => attributes.bucket === bucket.name || attributes.bucket === fullName(bucket))
    .map((resource) => ({
      key: keyOf(resource),
      contents: resource.attributes.contents ?? '',
      at: resource.attributes.created_at ? new Date(resource.attributes.created_at) : madeOn(world, resource.name),
      resource,
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))

export const etagOf = (contents: string) => `"${createHash('md5').update(contents).digest('hex')}"`

/** A bucket or one of its objects as a target. If the bucket does not exist, the result is the same for everyone. */
export function bucketTarget({ world }: AwsCall, name: string, key?: string): AwsTarget {
  const resource = findBucket(world, name)
  return {
    id: `arn:aws:s3:::${name}${key === undefined ? '' : `/${key}`}`,
    resource,
    missing: () => new CloudError('NoSuchBucket', 'The specified bucket does not exist'),
    policy: { kind: 'policy', document: resourcePolicyOf(resource?.attributes.policy) },
    data: key !== undefined,
    parameters: { bucketName: name, ...(key === undefined ? {} : { key }) },
  }
}

const objectOf = ({ world }: AwsCall, bucket: Resource, key: string) =>
  objectsOf(world, bucket).find((one) => one.key === key)

/** Objects of a bucket under a prefix, if the caller may list it. */
export const listObjects = (call: AwsCall, name: string, prefix: string, delimiter = '') =>
  call.caller.act(
    's3:ListBucket',
    {
      ...bucketTarget(call, name),
      event: 'ListObjects',
      context: { 's3:prefix': prefix, ...(delimiter ? { 's3:delimiter': delimiter } : {}) },
      parameters: { bucketName: name, prefix },
    },
    (bucket) => objectsOf(call.world, bucket).filter(({ key }) => key.startsWith(prefix)),
  )

/** Reads an object, if the caller may. If it is encrypted with a KMS key, the key policy applies too. */
export const readObject = (call: AwsCall, name: string, key: string, event = 'GetObject'): StoredObject =>
  call.caller.act('s3:GetObject', { ...bucketTarget(call, name, key), event }, (bucket) => {
    const found = objectOf(call, bucket, key)
    if (!found) throw missingKey(call, name, event)
    if (!mayDecrypt(call, found.resource))
      throw new CloudError(
        'AccessDenied',
        `User: ${call.caller.identity.arn} is not authorized to perform: kms:Decrypt on the resource associated with this ciphertext because no identity-based policy allows the kms:Decrypt action`,
      )
    return found
  })

/** Without `s3:ListBucket`, an error does not reveal whether a key exists. */
function missingKey(call: AwsCall, name: string, event: string) {
  if (event === 'HeadObject') return new CloudError('404', 'Not Found')
  const bucket = bucketTarget(call, name)
  if (call.caller.may('s3:ListBucket', bucket)) return new CloudError('NoSuchKey', 'The specified key does not exist.')
  const reason = 'because no identity-based policy allows the s3:ListBucket action'
  return call.caller.refusal('s3:ListBucket', { ...bucket, event }, reason)
}

/** Whether the caller may use the KMS key that encrypts a resource, if there is one. */
export function mayDecrypt({ world, caller }: AwsCall, { attributes }: Resource): boolean {
  const key = attributes.kms_key && find(world, 'aws_kms_key', attributes.kms_key)
  if (!key) return true
  const policy = { kind: 'key' as const, document: resourcePolicyOf(key.attributes.policy) }
  return caller.may('kms:Decrypt', { id: arnOf(world, key), policy })
}

export const writeObject = (call: AwsCall, name: string, key: string, contents: string): string =>
  call.caller.act('s3:PutObject', bucketTarget(call, name, key), (bucket) => {
    const standing = objectOf(call, bucket, key)?.resource
    call.session.put('aws_s3_object', standing?.name ?? `${name}/${key}`.slice(0, 200), {
      ...standing?.attributes,
      bucket: bucket.name,
      key,
      contents,
      created_at: call.session.now.toISOString(),
    })
    return etagOf(contents)
  })

export const removeObject = (call: AwsCall, name: string, key: string) =>
  call.caller.act('s3:DeleteObject', bucketTarget(call, name, key), (bucket) => {
    const found = objectOf(call, bucket, key)
    if (found) call.session.remove(found.resource.type, found.resource.name)
  })
