import { CloudError } from '../../engine/caller.ts'
import { command } from '../../engine/operation.ts'
import { absolute, saveFile } from '../../files.ts'
import { madeOn } from '../../generated-ids.ts'
import { all, fullName } from '../../resources.ts'
import type { Resource } from '../../world.ts'
import { type AwsCall, type AwsOperations, anything, isoDate, op, tagList } from '../call.ts'
import { readResourceDocument } from '../documents.ts'
import {
  bucketTarget,
  etagOf,
  listObjects,
  readObject,
  removeObject,
  type StoredObject,
  writeObject,
} from './s3-store.ts'

const shownObject = ({ key, contents, at }: StoredObject) => ({
  Key: key,
  LastModified: isoDate(at),
  ETag: etagOf(contents),
  Size: Buffer.byteLength(contents),
  StorageClass: 'STANDARD',
})

const list = command('bucket! prefix delimiter', (call: AwsCall) => {
  const found = listObjects(call, call.need('bucket'), call.option('prefix') ?? '', call.option('delimiter'))
  return { ...(found.length > 0 ? { Contents: found.map(shownObject) } : {}), RequestCharged: null }
})

const onBucket = (
  options: string,
  action: string,
  work: (call: AwsCall, bucket: Resource) => unknown,
  event?: string,
) =>
  op(
    `bucket! ${options}`,
    `s3:${action}`,
    (call) => ({ ...bucketTarget(call, call.need('bucket')), ...(event ? { event } : {}) }),
    work,
  )

/** One setting of a bucket, or S3's response if it was never set. */
const setting = (action: string, read: (bucket: Resource) => unknown, event?: string) =>
  onBucket('expected-bucket-owner', action, (_, bucket) => read(bucket), event)

const lacking = (code: string, message: string) => {
  throw new CloudError(code, message)
}

/** The header of an object, and its contents in a file. */
function header(call: AwsCall, event?: string) {
  const found = readObject(call, call.need('bucket'), call.need('key'), event)
  const { at, contents } = found
  if (!event && call.named) saveFile(call.session, call.named, contents)
  return {
    AcceptRanges: 'bytes',
    LastModified: isoDate(at),
    ContentLength: Buffer.byteLength(contents),
    ETag: etagOf(contents),
    ...(event ? {} : { ContentType: 'binary/octet-stream' }),
    Metadata: {},
  }
}

function bodyOf(call: AwsCall): string {
  const { state } = call.session
  const body = call.option('body')
  if (body === undefined) return ''
  return state.files[absolute(state, body)] ?? lacking('NoSuchFile', `No such file: ${body}`) ?? ''
}

const publicAccessBlock = (on: boolean) => ({
  PublicAccessBlockConfiguration: {
    BlockPublicAcls: on,
    IgnorePublicAcls: on,
    BlockPublicPolicy: on,
    RestrictPublicBuckets: on,
  },
})

const noPolicy = () => lacking('NoSuchBucketPolicy', 'The bucket policy does not exist')

/** `aws s3api`. */
export const s3api: AwsOperations = {
  'list-buckets': op('', 's3:ListAllMyBuckets', { ...anything, event: 'ListBuckets' }, ({ world }) => ({
    Buckets: all(world, 'aws_s3_bucket').map((one) => ({
      Name: fullName(one),
      CreationDate: isoDate(madeOn(world, one.name)),
    })),
    Owner: { ID: world.account_id },
  })),
  'list-objects': list,
  'list-objects-v2': list,
  'list-object-versions': onBucket('prefix', 'ListBucketVersions', (call) => ({
    Versions: listObjects(call, call.need('bucket'), call.option('prefix') ?? '').map((one) => ({
      ...shownObject(one),
      VersionId: 'null',
      IsLatest: true,
    })),
  })),
  'get-object': command('bucket! key! version-id range', (call) => header(call)),
  'head-object': command('bucket! key!', (call) => header(call, 'HeadObject')),
  'put-object': command('bucket! key! body', (call) => ({
    ETag: writeObject(call, call.need('bucket'), call.need('key'), bodyOf(call)),
  })),
  'delete-object': command('bucket! key!', (call) => removeObject(call, call.need('bucket'), call.need('key'))),
  'head-bucket': setting('ListBucket', (one) => ({ BucketRegion: one.attributes.region }), 'HeadBucket'),
  'get-bucket-location': setting('GetBucketLocation', ({ attributes: { region } }) => ({
    LocationConstraint: region === 'us-east-1' ? null : region,
  })),
  'get-bucket-policy': setting('GetBucketPolicy', ({ attributes: { policy } }) =>
    policy ? { Policy: policy } : noPolicy(),
  ),
  'get-bucket-policy-status': setting('GetBucketPolicyStatus', ({ attributes: { policy } }) =>
    policy ? { PolicyStatus: { IsPublic: /"Principal":\s*("\*"|\{\s*"AWS":\s*"\*")/.test(policy) } } : noPolicy(),
  ),
  'get-bucket-tagging': setting('GetBucketTagging', (one) =>
    tagList(one).length > 0 ? { TagSet: tagList(one) } : lacking('NoSuchTagSet', 'The TagSet does not exist'),
  ),
  'get-public-access-block': setting(
    'GetBucketPublicAccessBlock',
    (one) => publicAccessBlock(one.attributes.public_access_block !== 'none'),
    'GetPublicAccessBlock',
  ),
  'get-bucket-ownership-controls': setting('GetBucketOwnershipControls', (one) => ({
    OwnershipControls: { Rules: [{ ObjectOwnership: one.attributes.object_ownership ?? 'BucketOwnerEnforced' }] },
  })),
  'get-bucket-acl': setting('GetBucketAcl', () => ({
    Owner: { ID: 'owner' },
    Grants: [{ Grantee: { ID: 'owner', Type: 'CanonicalUser' }, Permission: 'FULL_CONTROL' }],
  })),
  'get-bucket-versioning': setting('GetBucketVersioning', (one) =>
    one.attributes.versioning ? { Status: one.attributes.versioning } : undefined,
  ),
  'get-bucket-encryption': setting(
    'GetEncryptionConfiguration',
    ({ attributes }) => {
      const SSEAlgorithm = attributes.kms_key ? 'aws:kms' : 'AES256'
      const rule = { ApplyServerSideEncryptionByDefault: { SSEAlgorithm }, BucketKeyEnabled: true }
      return { ServerSideEncryptionConfiguration: { Rules: [rule] } }
    },
    'GetBucketEncryption',
  ),
  'get-bucket-logging': setting('GetBucketLogging', () => undefined),
  'put-bucket-policy': onBucket('policy!', 'PutBucketPolicy', (call, one) => {
    readResourceDocument(call.need('policy'), 'MalformedPolicy')
    call.session.put(one.type, one.name, { ...one.attributes, policy: call.need('policy') })
  }),
  'delete-bucket-policy': onBucket('', 'DeleteBucketPolicy', ({ session }, one) =>
    session.put(one.type, one.name, { ...one.attributes, policy: '' }),
  ),
}

/** `aws s3control`; lessons use one of its operations. */
export const s3control: AwsOperations = {
  'list-access-points': op('account-id! bucket', 's3:ListAccessPoints', anything, () => ({ AccessPointList: [] })),
  'get-public-access-block': op('account-id!', 's3:GetAccountPublicAccessBlock', anything, () =>
    publicAccessBlock(true),
  ),
}
