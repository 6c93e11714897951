import { createHash } from 'node:crypto'
import { madeOn } from '../generated-ids.ts'
import { all, find, fullName } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { arnOf } from './arn.ts'
import { type AwsCall, type Extra, refusal } from './call.ts'
import { resourcePolicyOf } from './documents.ts'
import { AwsError } from './error.ts'

export interface StoredObject {
  key: string
  contents: string
  at: Date
  resource: Resource
}

export const bucketArn = (name: string) => `arn:aws:s3:::${name}`

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

/** A bucket's inputs for authorisation: its policy and its tags. */
const bucketExtra = (bucket: Resource | undefined): Pick<Extra, 'resourcePolicy' | 'on'> => ({
  resourcePolicy: bucket ? { kind: 'policy', document: resourcePolicyOf(bucket.attributes.policy) } : undefined,
  on: bucket,
})

/** An operation on a bucket. If the bucket does not exist, the result is the same for everyone. */
export function onBucket<T>(
  call: AwsCall,
  name: string,
  action: string,
  work: (bucket: Resource) => T,
  extra: Extra = {},
): T {
  const bucket = findBucket(call.world, name)
  return call.act(
    action,
    bucketArn(name),
    () => {
      if (!bucket) throw new AwsError('NoSuchBucket', 'The specified bucket does not exist')
      return work(bucket)
    },
    { ...bucketExtra(bucket), parameters: { bucketName: name }, ...extra },
  )
}

/** Reads an object, if the caller may. If it is encrypted with a KMS key, the key policy applies too. */
export function readObject(call: AwsCall, bucketName: string, key: string, event = 'GetObject'): StoredObject {
  const bucket = findBucket(call.world, bucketName)
  return call.act(
    's3:GetObject',
    `${bucketArn(bucketName)}/${key}`,
    () => {
      if (!bucket) throw new AwsError('NoSuchBucket', 'The specified bucket does not exist')
      const found = objectsOf(call.world, bucket).find((one) => one.key === key)
      if (!found) throw missingKey(call, bucketName, bucket, event)
      assertDecrypts(call, found.resource)
      return found
    },
    { ...bucketExtra(bucket), event, data: true, parameters: { bucketName, key } },
  )
}

/** Without `s3:ListBucket`, an error does not reveal whether a key exists. */
function missingKey(call: AwsCall, name: string, bucket: Resource, event: string) {
  if (event === 'HeadObject') return new AwsError('404', 'Not Found')
  if (call.may('s3:ListBucket', bucketArn(name), bucketExtra(bucket)))
    return new AwsError('NoSuchKey', 'The specified key does not exist.')
  return refusal(
    's3:ListBucket',
    call.caller,
    bucketArn(name),
    'because no identity-based policy allows the s3:ListBucket action',
    event,
  )
}

export function assertDecrypts(call: AwsCall, { attributes }: Resource) {
  const key = attributes.kms_key && find(call.world, 'aws_kms_key', attributes.kms_key)
  if (!key) return
  const arn = arnOf(call.world, key)
  const allowed = call.may('kms:Decrypt', arn, {
    resourcePolicy: { kind: 'key', document: resourcePolicyOf(key.attributes.policy) },
  })
  if (!allowed)
    throw new AwsError(
      'AccessDenied',
      `User: ${call.caller.arn} is not authorized to perform: kms:Decrypt on the resource associated with this ciphertext because no identity-based policy allows the kms:Decrypt action`,
    )
}

export function writeObject(call: AwsCall, bucketName: string, key: string, contents: string): string {
  const bucket = findBucket(call.world, bucketName)
  return call.act(
    's3:PutObject',
    `${bucketArn(bucketName)}/${key}`,
    () => {
      if (!bucket) throw new AwsError('NoSuchBucket', 'The specified bucket does not exist')
      const standing = objectsOf(call.world, bucket).find((one) => one.key === key)
      call.session.put('aws_s3_object', standing?.resource.name ?? `${bucketName}/${key}`.slice(0, 200), {
        ...standing?.resource.attributes,
        bucket: bucket.name,
        key,
        contents,
        created_at: call.session.now.toISOString(),
      })
      return etagOf(contents)
    },
    { ...bucketExtra(bucket), data: true, parameters: { bucketName, key } },
  )
}

export function removeObject(call: AwsCall, bucketName: string, key: string) {
  const bucket = findBucket(call.world, bucketName)
  return call.act(
    's3:DeleteObject',
    `${bucketArn(bucketName)}/${key}`,
    () => {
      if (!bucket) throw new AwsError('NoSuchBucket', 'The specified bucket does not exist')
      const found = objectsOf(call.world, bucket).find((one) => one.key === key)
      if (found) call.session.remove(found.resource.type, found.resource.name)
    },
    { ...bucketExtra(bucket), data: true, parameters: { bucketName, key } },
  )
}
