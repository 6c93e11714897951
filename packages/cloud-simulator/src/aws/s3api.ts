import { absolute, assertWritable } from '../files.ts'
import { madeOn } from '../generated-ids.ts'
import { all, fullName, tagsOf } from '../resources.ts'
import type { Resource } from '../world.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { readResourceDocument } from './documents.ts'
import { AwsError } from './error.ts'
import { listObjects } from './s3.ts'
import { etagOf, onBucket, readObject, removeObject, type StoredObject, writeObject } from './s3-store.ts'

const isoDate = (date: Date) => `${date.toISOString().slice(0, 19)}+00:00`

const shownObject = ({ key, contents, at }: StoredObject) => ({
  Key: key,
  LastModified: isoDate(at),
  ETag: etagOf(contents),
  Size: Buffer.byteLength(contents),
  StorageClass: 'STANDARD',
})

const list = (call: AwsCall) => {
  const found = listObjects(call, call.need('bucket'), call.option('prefix') ?? '', call.option('delimiter'))
  return found.length > 0 ? { Contents: found.map(shownObject), RequestCharged: null } : { RequestCharged: null }
}

/** One setting of a bucket, or S3's response if it was never set. */
const setting = (action: string, read: (bucket: Resource) => unknown, event?: string) =>
  op('bucket! expected-bucket-owner', (call) =>
    onBucket(call, call.need('bucket'), `s3:${action}`, read, event ? { event } : {}),
  )

const lacking = (code: string, message: string) => {
  throw new AwsError(code, message)
}

const getObject = op('bucket! key! version-id range', (call) => {
  const [target = ''] = call.options.rest
  const found = readObject(call, call.need('bucket'), call.need('key'))
  if (target) {
    const path = absolute(call.session.state, target)
    assertWritable(path, target)
    call.session.writeFile(path, found.contents)
  }
  return {
    AcceptRanges: 'bytes',
    LastModified: isoDate(found.at),
    ContentLength: Buffer.byteLength(found.contents),
    ETag: etagOf(found.contents),
    ContentType: 'binary/octet-stream',
    Metadata: {},
  }
})

/** `aws s3api`. */
export const s3api: Record<string, AwsOperation> = {
  'list-buckets': op('', (call) =>
    call.act(
      's3:ListAllMyBuckets',
      '*',
      () => ({
        Buckets: all(call.world, 'aws_s3_bucket').map((one) => ({
          Name: fullName(one),
          CreationDate: isoDate(madeOn(call.world, one.name)),
        })),
        Owner: { ID: call.world.account_id },
      }),
      { event: 'ListBuckets' },
    ),
  ),
  'list-objects': op('bucket! prefix delimiter', list),
  'list-objects-v2': op('bucket! prefix delimiter', list),
  'list-object-versions': op('bucket! prefix', (call) =>
    onBucket(call, call.need('bucket'), 's3:ListBucketVersions', () => ({
      Versions: listObjects(call, call.need('bucket'), call.option('prefix') ?? '').map((one) => ({
        ...shownObject(one),
        VersionId: 'null',
        IsLatest: true,
      })),
    })),
  ),
  'get-object': getObject,
  'head-object': op('bucket! key!', (call) => {
    const found = readObject(call, call.need('bucket'), call.need('key'), 'HeadObject')
    return {
      AcceptRanges: 'bytes',
      LastModified: isoDate(found.at),
      ContentLength: Buffer.byteLength(found.contents),
      ETag: etagOf(found.contents),
      Metadata: {},
    }
  }),
  'put-object': op('bucket! key! body', (call) => ({
    ETag: writeObject(call, call.need('bucket'), call.need('key'), fileBody(call)),
  })),
  'delete-object': op('bucket! key!', (call) => {
    removeObject(call, call.need('bucket'), call.need('key'))
    return undefined
  }),
  'head-bucket': setting('ListBucket', (one) => ({ BucketRegion: one.attributes.region }), 'HeadBucket'),
  'get-bucket-location': setting('GetBucketLocation', (one) => ({
    LocationConstraint: one.attributes.region === 'us-east-1' ? null : one.attributes.region,
  })),
  'get-bucket-policy': setting('GetBucketPolicy', (one) =>
    one.attributes.policy
      ? { Policy: one.attributes.policy }
      : lacking('NoSuchBucketPolicy', 'The bucket policy does not exist'),
  ),
  'get-bucket-policy-status': setting('GetBucketPolicyStatus', (one) =>
    one.attributes.policy
      ? { PolicyStatus: { IsPublic: /"Principal":\s*("\*"|\{\s*"AWS":\s*"\*")/.test(one.attributes.policy) } }
      : lacking('NoSuchBucketPolicy', 'The bucket policy does not exist'),
  ),
  'get-bucket-tagging': setting('GetBucketTagging', (one) => {
    const tags = Object.entries(tagsOf(one)).map(([Key, Value]) => ({ Key, Value }))
    return tags.length > 0 ? { TagSet: tags } : lacking('NoSuchTagSet', 'The TagSet does not exist')
  }),
  'get-public-access-block': setting(
    'GetBucketPublicAccessBlock',
    (one) => {
      const on = one.attributes.public_access_block !== 'none'
      return {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: on,
          IgnorePublicAcls: on,
          BlockPublicPolicy: on,
          RestrictPublicBuckets: on,
        },
      }
    },
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
    (one) => ({
      ServerSideEncryptionConfiguration: {
        Rules: [
          {
            ApplyServerSideEncryptionByDefault: { SSEAlgorithm: one.attributes.kms_key ? 'aws:kms' : 'AES256' },
            BucketKeyEnabled: true,
          },
        ],
      },
    }),
    'GetBucketEncryption',
  ),
  'get-bucket-logging': setting('GetBucketLogging', () => undefined),
  'put-bucket-policy': op('bucket! policy!', (call) =>
    onBucket(call, call.need('bucket'), 's3:PutBucketPolicy', (one) => {
      readResourceDocument(call.need('policy'), 'MalformedPolicy')
      call.session.put(one.type, one.name, { ...one.attributes, policy: call.need('policy') })
    }),
  ),
  'delete-bucket-policy': op('bucket!', (call) =>
    onBucket(call, call.need('bucket'), 's3:DeleteBucketPolicy', (one) =>
      call.session.put(one.type, one.name, { ...one.attributes, policy: '' }),
    ),
  ),
}

const fileBody = (call: AwsCall): string => {
  const body = call.option('body')
  return body === undefined
    ? ''
    : (call.session.state.files[absolute(call.session.state, body)] ??
        lacking('NoSuchFile', `No such file: ${body}`) ??
        '')
}

/** `aws s3control`; lessons use one of its operations. */
export const s3control: Record<string, AwsOperation> = {
  'list-access-points': op('account-id! bucket', (call) =>
    call.act('s3:ListAccessPoints', '*', () => ({ AccessPointList: [] })),
  ),
  'get-public-access-block': op('account-id!', (call) =>
    call.act('s3:GetAccountPublicAccessBlock', '*', () => ({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        IgnorePublicAcls: true,
        BlockPublicPolicy: true,
        RestrictPublicBuckets: true,
      },
    })),
  ),
}
