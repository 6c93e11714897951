import dns from 'node:dns'
import { vi } from 'vitest'
import { type Bucket, filesUrl } from '../../src/files-url.ts'
import type { FileStore } from '../../src/integrations/files.ts'
import { openFiles } from '../../src/integrations/open-files.ts'
import type { S3Server } from './server.ts'

interface Options {
  /** Whether the path or the host contains the bucket name. */
  style?: 'path' | 'virtual'
  prefix?: string
  /** Additional parameters of FILES_URL, such as `&encryption=AES256`. */
  more?: string
  mediaUrl?: string
}

/** Opens the file store on the S3 server of the tests. */
export async function openBucket(server: S3Server, options: Options = {}): Promise<FileStore> {
  return openFiles({ dataDir: '', bucket: bucketOf(server, options), mediaUrl: options.mediaUrl })
}

/** Bucket settings as in FILES_URL. Sets the credentials in the environment until `unstubAllEnvs`. */
export function bucketOf(server: S3Server, { style = 'path', prefix = '', more = '' }: Options = {}): Bucket {
  vi.stubEnv('AWS_ACCESS_KEY_ID', server.credentials.keyId)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.credentials.secret)
  for (const name of ['AWS_SESSION_TOKEN', 'AWS_PROFILE']) vi.stubEnv(name, undefined)
  const { port } = new URL(server.url)
  const place = style === 'path' ? `endpoint=${server.url}&path-style=true` : `endpoint=http://${VIRTUAL_HOST}:${port}`
  if (style === 'virtual') resolveHere()
  return filesUrl.parse(`s3://${server.bucketName}/${prefix}?region=${server.credentials.region}&${place}${more}`)
}

const VIRTUAL_HOST = 'store.test'

/** Resolves names below the store's host to this machine, like a wildcard in DNS. */
function resolveHere() {
  if (vi.isMockFunction(dns.lookup)) return
  const lookup = dns.lookup as (...of: unknown[]) => void
  const here = (name: unknown) => (String(name).endsWith(`.${VIRTUAL_HOST}`) ? '127.0.0.1' : name)
  vi.spyOn(dns, 'lookup').mockImplementation(((name: unknown, ...rest: unknown[]) =>
    lookup(here(name), ...rest)) as typeof dns.lookup)
}
