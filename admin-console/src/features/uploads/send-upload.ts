import type { Upload, UploadKind } from '@flagyard/api-types'
import { uploadAdminOperations } from '@flagyard/api-types/uploads/admin-operations'
import { DetailedError, Upload as TusUpload } from 'tus-js-client'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { findHalfSent, forgetHalfSent, keepHalfSent } from './half-sent.ts'
import { tusOver } from './tus-http.ts'

const MEBIBYTE = 1024 * 1024
/** Bytes of one piece: small ones show progress, large ones lose less time between them. */
const pieceOf = (bytes: number) => (bytes > 64 * MEBIBYTE ? 8 : 1) * MEBIBYTE
/** How long a silent network is waited for, again and again: a piece that arrives begins anew. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]
const ASK_EVERY_MS = 400

export interface SendOptions {
  kind: UploadKind
  /** The administrator's name: what one began, another one at this browser does not go on with. */
  owner: string
  onProgress: (sent: number) => void
  /** All bytes are there, and the server looks at them. */
  onSent: () => void
  /** Stops; what was sent stays, and sending the same file again goes on from there. */
  signal: AbortSignal
}

/** Sends a file, or the rest of one that was begun before, and gives what the server says of it. */
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

/** The server's own sentence, where it gave one. */
function refusalOf(error: Error): Error {
  const sentence = error instanceof DetailedError ? error.originalResponse?.getBody() : undefined
  return new Error(sentence || 'The connection was lost. What was sent is kept: try again to go on.', { cause: error })
}
