import { CloudError } from '../../engine/caller.ts'
import { command, Noted } from '../../engine/operation.ts'
import { saveInto } from '../../files.ts'
import { madeOn, utc } from '../../generated-ids.ts'
import { all, fullName } from '../../resources.ts'
import type { Resource, World } from '../../world.ts'
import { type GcloudCall, type GcloudOperations, listed, op, project } from '../call.ts'
import { type GcpCaller, type GcpTarget, notFound } from '../caller.ts'
import { bucketName } from '../ids.ts'
import { bucketBindings, publicAccessOf } from '../policy.ts'

export const objectName = ({ name, attributes }: Resource) => attributes.object ?? name

const objectsOf = (world: World, bucket: Resource) =>
  all(world, 'google_storage_bucket_object').filter(({ attributes }) =>
    [bucket.name, fullName(bucket)].includes(attributes.bucket ?? ''),
  )

const objectIn = (world: World, bucket: Resource, name: string) =>
  objectsOf(world, bucket).find((one) => objectName(one) === name)

/** A bucket or one of its objects as a target. Whether a bucket exists is no secret. */
function bucketTarget(world: World, name: string, object?: string): GcpTarget {
  const resource = all(world, 'google_storage_bucket').find((one) => fullName(one) === name)
  if (!resource) throw notFound(`gs://${name} not found: 404.`)
  return { id: `${bucketName(resource)}${object === undefined ? '' : `/objects/${object}`}`, resource }
}

export const readObject = (caller: GcpCaller, bucket: string, object: string): string =>
  caller.act('storage.objects.get', bucketTarget(caller.world, bucket, object), (one) => {
    const found = objectIn(caller.world, one, object)
    if (!found) throw notFound(`The following URLs matched no objects or files:\ngs://${bucket}/${object}`)
    return found.attributes.contents ?? ''
  })

export const listObjects = (caller: GcpCaller, bucket: string, prefix: string) =>
  caller.act('storage.objects.list', bucketTarget(caller.world, bucket), (one) =>
    objectsOf(caller.world, one).filter((other) => objectName(other).startsWith(prefix)),
  )

const shownBucket = (world: World, one: Resource) => ({
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

const locationOf = (text: string) => {
  const [, bucket = text.replace(/^gs:\/\//, ''), object = ''] = /^gs:\/\/([^/]+)\/?([\s\S]*)$/.exec(text) ?? []
  return { bucket, object }
}
const matching = (call: GcloudCall) => {
  const { bucket, object } = locationOf(call.named)
  return listObjects(call.caller, bucket, object.replace(/\*+$/, ''))
}
const sizeOf = ({ attributes }: Resource) => (attributes.contents ?? '').length

function ls(call: GcloudCall): string {
  const { world, caller } = call
  if (call.named === '')
    return caller.act('storage.buckets.list', project(call), () =>
      all(world, 'google_storage_bucket')
        .map((one) => `gs://${fullName(one)}/\n`)
        .join(''),
    )
  const { bucket, object } = locationOf(call.named)
  const found = matching(call)
  if (found.length === 0 && object !== '') throw notFound('One or more URLs matched no objects.')
  return found
    .map((one) => {
      const details = `${String(sizeOf(one)).padStart(10)}  ${utc(madeOn(world, one.name))}  `
      return `${call.has('long') ? details : ''}gs://${bucket}/${objectName(one)}\n`
    })
    .join('')
}

function cp(call: GcloudCall) {
  const [from = '', to = ''] = call.options.rest
  if (!from.startsWith('gs://') || to === '')
    throw new CloudError('', 'This simulation copies from gs://bucket/object to a file, or to - for the screen.', 400)
  const { bucket, object } = locationOf(from)
  const contents = readObject(call.caller, bucket, object)
  if (to === '-') return contents
  saveInto(call.session, to, object.split('/').at(-1) ?? '', contents)
  return new Noted(`Copying ${from} to file://${to}\n`)
}

const onBucket = (permission: string, run: (call: GcloudCall, bucket: Resource) => unknown) =>
  op('', permission, ({ world, named }) => bucketTarget(world, locationOf(named).bucket), run)

/** `gcloud storage`. */
export const storage: GcloudOperations = {
  'storage ls': command('long/l? recursive/r? buckets/b?', ls),
  'storage cat': command('display-url?', ({ caller, options }) =>
    options.rest
      .map(locationOf)
      .map(({ bucket, object }) => readObject(caller, bucket, object))
      .join(''),
  ),
  'storage cp': command('recursive/r?', cp),
  'storage buckets list': listed('', 'storage.buckets.list', 'google_storage_bucket', ({ world }, one) =>
    shownBucket(world, one),
  ),
  'storage buckets describe': onBucket('storage.buckets.get', ({ world }, one) => shownBucket(world, one)),
  'storage buckets get-iam-policy': onBucket('storage.buckets.getIamPolicy', ({ world }, one) => ({
    bindings: bucketBindings(world, one),
    etag: 'CAE=',
  })),
  'storage objects list': command('', (call: GcloudCall) =>
    matching(call).map((one) => ({ bucket: locationOf(call.named).bucket, name: objectName(one), size: sizeOf(one) })),
  ),
  'storage objects describe': op(
    '',
    'storage.objects.get',
    ({ world, named }) => bucketTarget(world, locationOf(named).bucket, locationOf(named).object),
    ({ world, named }, one) => {
      const { bucket, object } = locationOf(named)
      const found = objectIn(world, one, object)
      if (!found) throw notFound(`gs://${bucket}/${object} not found: 404.`)
      return { bucket, name: object, size: sizeOf(found) }
    },
  ),
  'storage hmac list': op('all? service-account', 'storage.hmacKeys.list', project, () => []),
}
