import type { Upload, UploadKind } from '@flagyard/api-types'
import { uploadAdminOperations } from '@flagyard/api-types/uploads/admin-operations'
import { HttpError } from 'react-admin'
import { DetailedError, type HttpRequest, type HttpResponse, type HttpStack, Upload as TusUpload } from 'tus-js-client'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { findHalfSent, forgetHalfSent, keepHalfSent } from './incomplete-uploads.ts'

const MEBIBYTE = 1024 * 1024
/** Chunk size in bytes: small chunks show progress, large ones have less overhead. */
const chunkSizeOf = (bytes: number) => (bytes > 64 * MEBIBYTE ? 8 : 1) * MEBIBYTE
/** Delays between retries, in milliseconds. The sequence restarts after each chunk that arrives. */
const RETRY_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]
const ASK_EVERY_MS = 400

interface SendOptions {
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
      chunkSize: chunkSizeOf(file.size),
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
          startedAt: Date.now(),
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
  return new Error(sentence || 'The connection was lost. Retry to resume the upload.', { cause: error })
}

/** Sends tus requests through the contract's client, which adds the current access token and refreshes an expired one. */
const tusOver = (dataProvider: ConsoleDataProvider): HttpStack => ({
  createRequest: (method, url) => new ContractRequest(dataProvider, method, url),
  getName: () => 'contract',
})

class ContractRequest implements HttpRequest {
  readonly #dataProvider: ConsoleDataProvider
  readonly #method: string
  readonly #url: string
  readonly #headers: Record<string, string> = {}
  readonly #abort = new AbortController()

  constructor(dataProvider: ConsoleDataProvider, method: string, url: string) {
    this.#dataProvider = dataProvider
    this.#method = method
    this.#url = url
  }

  getMethod = () => this.#method
  getURL = () => this.#url
  getHeader = (name: string) => this.#headers[name]
  setHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  /** Progress is reported per chunk (send-upload.ts). */
  setProgressHandler() {}
  getUnderlyingObject = () => undefined

  async abort() {
    this.#abort.abort()
  }

  async send(body: Blob | null): Promise<HttpResponse> {
    const options = { headers: this.#headers, signal: this.#abort.signal, ...(body && { bytes: body }) }
    try {
      return answer(await this.#call(options))
    } catch (error) {
      // Network errors are left to tus, which retries them.
      if (!(error instanceof HttpError) || error.status === 503) throw error
      return { ...answer(new Response(null, { status: error.status })), getBody: () => error.message }
    }
  }

  #call(options: Parameters<ConsoleDataProvider['call']>[2]): Promise<Response> {
    const id = this.#url.split('/').at(-1) ?? ''
    if (this.#method === 'POST') return this.#dataProvider.call('createUpload', {}, options)
    if (this.#method === 'HEAD') return this.#dataProvider.call('getUploadOffset', { id }, options)
    if (this.#method === 'PATCH') return this.#dataProvider.call('appendUpload', { id }, options)
    return this.#dataProvider.call('deleteUpload', { id }, options)
  }
}

const answer = (response: Response): HttpResponse => ({
  getStatus: () => response.status,
  getHeader: (name) => response.headers.get(name) ?? undefined,
  getBody: () => '',
  getUnderlyingObject: () => response,
})
