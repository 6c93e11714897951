import { setTimeout as wait } from 'node:timers/promises'
import type { UploadKind } from '@flagyard/api-types'
import type { Output } from '@flagyard/api-types/contract/operation'
import { readPart, type Source } from '../../areas/authoring/uploads/index.ts'
import { ApiError } from '../../errors.ts'
import type { Api } from './session.ts'

/** Size of an upload chunk, in bytes. */
const PIECE_BYTES = 8 * 1024 * 1024
/** Interval between requests for the validation result of a file, in milliseconds. */
const ASK_EVERY_MS = 300
/** Maximum number of retries of a chunk, with increasing delays. */
const MAX_RETRIES = 6

/** Uploads a file by tus and waits for its validation. Resumes after a lost connection. */
export async function sendUpload(
  api: Api,
  source: Source,
  { kind, filename }: { kind: UploadKind; filename: string },
): Promise<Output<'upload'>> {
  const tus = { 'tus-resumable': '1.0.0' }
  const metadata = `kind ${base64(kind)},filename ${base64(filename)}`
  const made = await api.createUpload(
    {},
    { headers: { ...tus, 'upload-length': String(source.bytes), 'upload-metadata': metadata } },
  )
  const id = made.headers.get('location')?.split('/').at(-1) ?? ''
  let at = 0
  for (let tries = 0; at < source.bytes; ) {
    try {
      if (tries > 0) {
        const { headers } = await api.getUploadOffset({ id }, { headers: tus })
        at = Number(headers.get('upload-offset'))
        if (at === source.bytes) break
      }
      const bytes = new Blob([new Uint8Array(await readPart(source, at, PIECE_BYTES))])
      const type = 'application/offset+octet-stream'
      const { headers } = await api.appendUpload(
        { id },
        { headers: { ...tus, 'upload-offset': String(at), 'content-type': type }, bytes },
      )
      at = Number(headers.get('upload-offset'))
      tries = 0
    } catch (error) {
      tries += 1
      if (!isPassing(error) || tries > MAX_RETRIES) throw error
      await wait(2 ** tries * 250)
    }
  }
  for (;;) {
    const upload = await api.getUpload({ id })
    if (upload.state === 'ready' || upload.state === 'refused') return upload
    await wait(ASK_EVERY_MS)
  }
}

/** Network errors and a busy server are worth a retry; a refusal is not. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.code === 'unavailable' || error.code === 'conflict')

const base64 = (text: string) => Buffer.from(text).toString('base64')
