import { HttpError } from 'react-admin'
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'

/** Sends tus requests through the contract's client, which adds the current access token and refreshes an expired one. */
export const tusOver = (dataProvider: ConsoleDataProvider): HttpStack => ({
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
