import { absolute, assertWritable, isFolder } from '../files.ts'
import { madeOn, utc } from '../generated-ids.ts'
import { all, fullName } from '../resources.ts'
import { GcpError } from './call.ts'
import { type GcloudCall, type GcloudOperation, op, said } from './operation.ts'
import { bucketBindings } from './policy.ts'
import { onProject } from './projects.ts'
import { findBucket, listObjects, objectName, objectsOf, onBucket, readObject, shownBucket } from './storage.ts'

const locationOf = (text: string) => {
  const [, bucket = text.replace(/^gs:\/\//, ''), object = ''] = /^gs:\/\/([^/]+)\/?([\s\S]*)$/.exec(text) ?? []
  return { bucket, object }
}

const etag = 'CAE='

function ls(call: GcloudCall) {
  if (call.named === '')
    return said(
      onProject(
        call,
        'storage.buckets.list',
        () =>
          all(call.world, 'google_storage_bucket')
            .map((one) => `gs://${fullName(one)}/\n`)
            .join(''),
        '',
      ),
    )
  const { bucket, object } = locationOf(call.named)
  const found = listObjects(call.caller, bucket, object.replace(/\*+$/, ''))
  if (found.length === 0 && object !== '') throw new GcpError('NOT_FOUND', 'One or more URLs matched no objects.', 404)
  return said(
    found
      .map((one) =>
        call.options.has('long')
          ? `${String((one.attributes.contents ?? '').length).padStart(10)}  ${utc(madeOn(call.world, one.name))}  gs://${bucket}/${objectName(one)}\n`
          : `gs://${bucket}/${objectName(one)}\n`,
      )
      .join(''),
  )
}

function cp(call: GcloudCall) {
  const [from = '', to = ''] = call.options.rest
  if (!from.startsWith('gs://') || to === '')
    throw new GcpError('', 'This simulation copies from gs://bucket/object to a file, or to - for the screen.', 400)
  const { bucket, object } = locationOf(from)
  const contents = readObject(call.caller, bucket, object)
  if (to === '-') return said(contents)
  const path = absolute(call.session.state, to)
  const file = isFolder(call.session.state, path) ? `${path}/${object.split('/').at(-1)}` : path
  assertWritable(file, to)
  call.session.writeFile(file, contents)
  return said('', `Copying ${from} to file://${to}\n`)
}

/** `gcloud storage`. */
export const storage: Record<string, GcloudOperation> = {
  'storage ls': op('long/l? recursive/r? buckets/b?', ls),
  'storage cat': op('display-url?', (call) =>
    said(
      call.options.rest.map((one) => readObject(call.caller, locationOf(one).bucket, locationOf(one).object)).join(''),
    ),
  ),
  'storage cp': op('recursive/r?', cp),
  'storage buckets list': op('', (call) =>
    onProject(
      call,
      'storage.buckets.list',
      () => all(call.world, 'google_storage_bucket').map((one) => shownBucket(call.world, one)),
      '',
    ),
  ),
  'storage buckets describe': op('', (call) =>
    onBucket(call.caller, locationOf(call.named).bucket, 'storage.buckets.get', (one) => shownBucket(call.world, one)),
  ),
  'storage buckets get-iam-policy': op('', (call) =>
    onBucket(call.caller, locationOf(call.named).bucket, 'storage.buckets.getIamPolicy', (one) => ({
      bindings: bucketBindings(call.world, one),
      etag,
    })),
  ),
  'storage objects list': op('', (call) =>
    listObjects(call.caller, locationOf(call.named).bucket, locationOf(call.named).object.replace(/\*+$/, '')).map(
      (one) => ({
        bucket: locationOf(call.named).bucket,
        name: objectName(one),
        size: (one.attributes.contents ?? '').length,
      }),
    ),
  ),
  'storage objects describe': op('', (call) => {
    const { bucket, object } = locationOf(call.named)
    return onBucket(
      call.caller,
      bucket,
      'storage.objects.get',
      (one) => {
        const found = objectsOf(call.world, one).find((other) => objectName(other) === object)
        if (!found || !findBucket(call.world, bucket))
          throw new GcpError('NOT_FOUND', `gs://${bucket}/${object} not found: 404.`, 404)
        return { bucket, name: object, size: (found.attributes.contents ?? '').length }
      },
      `/objects/${object}`,
    )
  }),
  'storage hmac list': op('all? service-account', (call) => onProject(call, 'storage.hmacKeys.list', () => [], '')),
}
