import { command } from '../../engine/operation.ts'
import { readFile, saveFile, saveInto } from '../../files.ts'
import { madeOn } from '../../generated-ids.ts'
import { all, fullName } from '../../resources.ts'
import { type AwsCall, type AwsOperations, anything, usage } from '../call.ts'
import { listObjects, readObject, removeObject, writeObject } from './s3-store.ts'

const shownTime = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')

/** `s3://bucket/key`. */
export function locationOf(text = ''): { bucket: string; key: string } | undefined {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)\/?(.*)$/s.exec(text) ?? []
  return bucket ? { bucket, key } : undefined
}

function ls(call: AwsCall): string {
  const { world, caller, named: target } = call
  if (target === '')
    return caller.act('s3:ListAllMyBuckets', { ...anything, event: 'ListBuckets' }, () =>
      all(world, 'aws_s3_bucket')
        .map((one) => `${shownTime(madeOn(world, one.name))} ${fullName(one)}\n`)
        .join(''),
    )
  const { bucket, key } = locationOf(target.startsWith('s3://') ? target : `s3://${target}`) ?? { bucket: '', key: '' }
  const recursive = call.has('recursive')
  const folders = new Set<string>()
  const lines = listObjects(call, bucket, key, recursive ? '' : '/').flatMap((one) => {
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

function cp(call: AwsCall, isRecursive = call.has('recursive')): string {
  const [from = '', to = ''] = call.options.rest
  const [source, target] = [locationOf(from), locationOf(to)]
  if (!from || !to || (!source && !target))
    throw usage('\naws: error: Invalid argument type: give one s3:// address and one file (or -), or two addresses')
  if (source && isRecursive) return copyAll(call, source, to)
  const contents = source ? readObject(call, source.bucket, source.key).contents : readFile(call.session, from)
  return store(call, contents, from, to, (source?.key ?? from).split('/').at(-1) ?? '')
}

function store(call: AwsCall, contents: string, from: string, to: string, name: string): string {
  const target = locationOf(to)
  if (to === '-') return contents
  if (target) {
    const key = target.key === '' || target.key.endsWith('/') ? `${target.key}${name}` : target.key
    writeObject(call, target.bucket, key, contents)
    return `upload: ${from} to s3://${target.bucket}/${key}\n`
  }
  if (to.endsWith('/')) saveFile(call.session, `${to}${name}`, contents, to)
  else saveInto(call.session, to, name, contents)
  return `download: ${from} to ${to}\n`
}

const copyAll = (call: AwsCall, { bucket, key: prefix }: { bucket: string; key: string }, to: string): string =>
  listObjects(call, bucket, prefix)
    .map(({ key }) => {
      call.session.budget.step()
      const { contents } = readObject(call, bucket, key)
      const name = key.slice(prefix.replace(/[^/]*$/, '').length)
      return store(call, contents, `s3://${bucket}/${key}`, `${to.replace(/\/$/, '')}/`, name)
    })
    .join('')

const COPY = 'recursive? quiet? only-show-errors? no-progress? acl sse exclude* include*'

/** `aws s3`, implemented with the calls of `s3api`. */
export const s3: AwsOperations = {
  ls: command('recursive? human-readable? summarize?', ls),
  cp: command(COPY, (call) => cp(call)),
  sync: command('quiet? no-progress? delete? exclude* include*', (call) => cp(call, true)),
  mv: command(COPY, (call) => {
    const text = cp(call)
    const source = locationOf(call.named)
    if (source) removeObject(call, source.bucket, source.key)
    return text
  }),
  rm: command('recursive? quiet?', (call) => {
    const target = locationOf(call.named)
    if (!target) throw usage('\naws: error: Invalid argument type')
    const { bucket, key } = target
    const keys = call.has('recursive') ? listObjects(call, bucket, key).map((one) => one.key) : [key]
    return keys
      .map((one) => {
        removeObject(call, bucket, one)
        return `delete: s3://${bucket}/${one}\n`
      })
      .join('')
  }),
}
