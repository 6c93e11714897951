import { randomUUID } from 'node:crypto'
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { vi } from 'vitest'
import { type Bucket, filesUrl } from '../../src/files-url.ts'

/** The operator's own store, used by the long tests with a new prefix each time. */
export interface OwnBucket {
  bucket: Bucket
  /** Keys below the prefix, relative to it. */
  keys(): Promise<string[]>
  clear(): Promise<void>
}

/** Bucket of TEST_S3_URL with the credentials that AWS tools would use. Undefined without LONG. */
export function openOwnBucket({ LONG, TEST_S3_URL } = process.env): OwnBucket | undefined {
  if (!LONG || !TEST_S3_URL) return undefined
  const url = new URL(TEST_S3_URL)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/tests-${randomUUID()}`
  const bucket = filesUrl.parse(url.href)
  const { name: Bucket, prefix, region, endpoint, pathStyle } = bucket
  const withClient = async <T>(work: (client: S3Client) => Promise<T>) => {
    // Other tests set the credentials of their own server.
    vi.unstubAllEnvs()
    const client = new S3Client({ region, ...(endpoint && { endpoint }), forcePathStyle: pathStyle })
    return work(client).finally(() => client.destroy())
  }
  async function listKeys(client: S3Client): Promise<string[]> {
    const keys: string[] = []
    let next: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/`, ...(next && { ContinuationToken: next }) }),
      )
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
      next = page.NextContinuationToken
    } while (next)
    return keys
  }
  return {
    bucket,
    keys: () => withClient(async (client) => (await listKeys(client)).map((key) => key.slice(prefix.length + 1))),
    clear: () =>
      withClient(async (client) => {
        for (const Key of await listKeys(client)) await client.send(new DeleteObjectCommand({ Bucket, Key }))
      }),
  }
}
