import { madeOn, utc } from '../generated-ids.ts'
import { all, fullName } from '../resources.ts'
import type { Resource, World } from '../world.ts'
import { type GcpCaller, GcpError } from './call.ts'
import { bucketName } from './ids.ts'
import { publicAccessOf } from './policy.ts'
export function findBucket(world: World, name: string): Resource | undefined {
  return all(world, 'google_storage_bucket').find((one) => fullName(one) === name)
}

export const objectName = ({ name, attributes }: Resource) => attributes.object ?? name

export const objectsOf = (world: World, bucket: Resource) =>
  all(world, 'google_storage_bucket_object').filter(({ attributes }) =>
    [bucket.name, fullName(bucket)].includes(attributes.bucket ?? ''),
  )

const missing = (name: string) => new GcpError('NOT_FOUND', `gs://${name} not found: 404.`, 404)

export function onBucket<T>(
  caller: GcpCaller,
  name: string,
  permission: string,
  work: (bucket: Resource) => T,
  path = '',
): T {
  const bucket = findBucket(caller.world, name)
  if (!bucket) throw missing(name)
  return caller.act(permission, `${bucketName(bucket)}${path}`, bucket, () => work(bucket), permission)
}

export const readObject = (caller: GcpCaller, bucket: string, object: string): string =>
  onBucket(
    caller,
    bucket,
    'storage.objects.get',
    (one) => {
      const found = objectsOf(caller.world, one).find((other) => objectName(other) === object)
      if (!found)
        throw new GcpError(
          'NOT_FOUND',
          `The following URLs matched no objects or files:\ngs://${bucket}/${object}`,
          404,
        )
      return found.attributes.contents ?? ''
    },
    `/objects/${object}`,
  )

export const listObjects = (caller: GcpCaller, bucket: string, prefix: string) =>
  onBucket(caller, bucket, 'storage.objects.list', (one) =>
    objectsOf(caller.world, one).filter((other) => objectName(other).startsWith(prefix)),
  )

export const shownBucket = (world: World, one: Resource) => ({
  creation_time: utc(madeOn(world, one.name)),
  default_storage_class: 'STANDARD',
  location: (one.attributes.region ?? world.region).toUpperCase(),
  location_type: 'region',
  name: fullName(one),
  public_access_prevention: publicAccessOf(one),
  storage_url: `gs://${fullName(one)}/`,
  uniform_bucket_level_access: one.attributes.uniform_access !== 'no',
  versioning_enabled: one.attributes.versioning === 'yes',
})
