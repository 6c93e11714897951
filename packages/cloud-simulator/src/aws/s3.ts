import { absolute, assertWritable, isFolder, readFile } from '../files.ts'
import { madeOn } from '../generated-ids.ts'
import { all, fullName } from '../resources.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { AwsUsageError } from './error.ts'
import { objectsOf, onBucket, readObject, removeObject, writeObject } from './s3-store.ts'

const shownTime = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')

/** `s3://bucket/key`. */
export function locationOf(text: string): { bucket: string; key: string } | undefined {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(text) ?? []
  return bucket ? { bucket, key } : undefined
}

/** Keys of a bucket under a prefix, if the caller may list it. */
export const listObjects = (call: AwsCall, bucket: string, prefix: string, delimiter = '') =>
  onBucket(
    call,
    bucket,
    's3:ListBucket',
    (one) => objectsOf(call.world, one).filter(({ key }) => key.startsWith(prefix)),
    {
      event: 'ListObjects',
      context: { 's3:prefix': prefix, ...(delimiter ? { 's3:delimiter': delimiter } : {}) },
      parameters: { bucketName: bucket, prefix },
    },
  )

function ls(call: AwsCall): string {
  const [target] = call.options.rest
  if (target === undefined)
    return call.act(
      's3:ListAllMyBuckets',
      '*',
      () =>
        all(call.world, 'aws_s3_bucket')
          .map((one) => `${shownTime(madeOn(call.world, one.name))} ${fullName(one)}\n`)
          .join(''),
      { event: 'ListBuckets' },
    )
  const { bucket, key } = locationOf(target) ?? {
    bucket: target.replace(/\/.*$/, ''),
    key: target.replace(/^[^/]*\/?/, ''),
  }
  const recursive = call.has('recursive')
  const found = listObjects(call, bucket, key, recursive ? '' : '/')
  const folders = new Set<string>()
  const lines = found.flatMap((one) => {
    const folder = recursive ? undefined : /^[^/]*\//.exec(one.key.slice(key.replace(/[^/]*$/, '').length))?.[0]
    if (folder && folders.has(folder)) return []
    if (folder) {
      folders.add(folder)
      return [`${'PRE '.padStart(31)}${folder}\n`]
    }
    const shown = recursive ? one.key : one.key.replace(/^.*\//, '')
    return [`${shownTime(one.at)} ${String(Buffer.byteLength(one.contents)).padStart(10)} ${shown}\n`]
  })
  return lines.join('')
}

function cp(call: AwsCall): string {
  const [from = '', to = ''] = call.options.rest
  const [source, target] = [locationOf(from), locationOf(to)]
  if (!from || !to || (!source && !target))
    throw new AwsUsageError(
      '\naws: error: Invalid argument type: give one s3:// address and one file (or -), or two addresses',
    )
  if (source && call.has('recursive')) return copyAll(call, source, to)
  const contents = source ? readObject(call, source.bucket, source.key).contents : readFile(call.session, from)
  const name = (source?.key ?? from).split('/').at(-1) ?? ''
  return store(call, contents, from, to, name)
}

function store(call: AwsCall, contents: string, from: string, to: string, name: string): string {
  const target = locationOf(to)
  if (to === '-') return contents
  if (target) {
    const key = target.key === '' || target.key.endsWith('/') ? `${target.key}${name}` : target.key
    writeObject(call, target.bucket, key, contents)
    return `upload: ${from} to s3://${target.bucket}/${key}\n`
  }
  const path = absolute(call.session.state, to)
  const file = isFolder(call.session.state, path) || to.endsWith('/') ? `${path}/${name}` : path
  assertWritable(file, to)
  call.session.writeFile(file, contents)
  return `download: ${from} to ${to}\n`
}

function copyAll(call: AwsCall, source: { bucket: string; key: string }, to: string): string {
  return listObjects(call, source.bucket, source.key)
    .map(({ key }) => {
      call.session.budget.step()
      const { contents } = readObject(call, source.bucket, key)
      return store(
        call,
        contents,
        `s3://${source.bucket}/${key}`,
        `${to.replace(/\/$/, '')}/`,
        key.slice(source.key.replace(/[^/]*$/, '').length),
      )
    })
    .join('')
}

const copyOptions = 'recursive? quiet? only-show-errors? no-progress? acl sse exclude* include*'

/** `aws s3`, implemented with the calls of `s3api`. */
export const s3: Record<string, AwsOperation> = {
  ls: op('recursive? human-readable? summarize?', ls),
  cp: op(copyOptions, cp),
  sync: op('quiet? no-progress? delete? exclude* include*', (call) => {
    call.options.values.set('recursive', [])
    return cp(call)
  }),
  mv: op(copyOptions, (call) => {
    const text = cp(call)
    const source = locationOf(call.options.rest[0] ?? '')
    if (source) removeObject(call, source.bucket, source.key)
    return text
  }),
  rm: op('recursive? quiet?', (call) => {
    const target = locationOf(call.options.rest[0] ?? '')
    if (!target) throw new AwsUsageError('\naws: error: Invalid argument type')
    const keys = call.has('recursive')
      ? listObjects(call, target.bucket, target.key).map(({ key }) => key)
      : [target.key]
    return keys
      .map((key) => {
        removeObject(call, target.bucket, key)
        return `delete: s3://${target.bucket}/${key}\n`
      })
      .join('')
  }),
}
