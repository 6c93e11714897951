import type { Upload, UploadKind } from '@flagyard/api-types'
import { uploadAdminOperations } from '@flagyard/api-types/uploads/admin-operations'
import { DetailedError, Upload as TusUpload } from 'tus-js-client'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { findHalfSent, forgetHalfSent, keepHalfSent } from './half-sent.ts'
import { tusOver } from './tus-http.ts'

const MEBIBYTE = 1024 * 1024
/** Chunk size in bytes: small chunks show progress, large ones have less overhead. */
const pieceOf = (bytes: number) => (bytes > 64 * MEBIBYTE ? 8 : 1) * MEBIBYTE
/** Delays between retries, in milliseconds. The sequence restarts after each chunk that arrives. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]
const ASK_EVERY_MS = 400

export interface SendOptions {
  kind: UploadKind
  /** Username, so that an upload is resumed only by the administrator who started it. */
  owner: string
  onProgress: (sent: number) => void
  /** Called when all bytes have been sent and the server validates the file. */
  onSent: () => void
  /** Pauses the upload. Sending the same file again resumes it. */
  signal: AbortSignal
}

/** Sends a file, or resumes an earlier upload of it, and returns the server's result. */
export async function sendUpload(
  dataProvider: ConsoleDataProvider,
  file: File,
  { kind, owner, onProgress, onSent, signal }: SendOptions,
): Promise<Upload> {
  const url = await send(dataProvider, file, { kind, owner, onProgress, signal })
  onSent()
  const id = url.split('/').at(-1) ?? ''
  for (;;) {
    signal.throwIfAborted()
    const upload = await dataProvider.call('getUpload', { id })
    if (upload.state === 'ready' || upload.state === 'refused') {
      forgetHalfSent(url)
      return upload
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
}

function send(
  dataProvider: ConsoleDataProvider,
  file: File,
  { kind, owner, onProgress, signal }: Omit<SendOptions, 'onSent'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const before = findHalfSent(owner, kind, file)
    const tus: TusUpload = new TusUpload(file, {
      endpoint: `/api/v1${uploadAdminOperations.createUpload.path}`,
      uploadUrl: before?.url ?? null,
      httpStack: tusOver(dataProvider),
      metadata: { kind, filename: file.name },
      chunkSize: pieceOf(file.size),
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        const url = tus.url
        if (!url) return
        if (before && before.url !== url) forgetHalfSent(before.url)
        keepHalfSent({
          filename: file.name,
          bytes: file.size,
          modified: file.lastModified,
          kind,
          url,
          owner,
          begun: Date.now(),
        })
      },
      onChunkComplete: (_, accepted) => onProgress(accepted),
      onSuccess: () => resolve(tus.url ?? ''),
      onError: (error) => reject(refusalOf(error)),
    })
    signal.addEventListener('abort', () => {
      void tus.abort()
      reject(signal.reason)
    })
    tus.start()
  })
}

/** Uses the server's message if there is one. */
function refusalOf(error: Error): Error {
  const sentence = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
  return new Error(sentence || 'The connection was lost. What was sent is kept: try again to go on.', { cause: error })
}
