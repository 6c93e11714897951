import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { uploadMetadata } from '@flagyard/api-types/schemas'
import { uploadAdminOperations } from '@flagyard/api-types/uploads/admin-operations'
import { DataStore, Server, Upload } from '@tus/server'
import { recordAudit } from '../../../audit-log/record.ts'
import { LockTimeoutError } from '../../../db/advisory-locks.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../errors.ts'
import type { AnyCall } from '../../../http/calls/handler-context.ts'
import { invalidInput } from '../../../http/validation.ts'
import { sendWebResponse, toWebRequest } from '../../../http/web-request.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { contradictionOf, HEAD_BYTES, limitOf, typeOf, typesOf } from './file-types.ts'
import * as queries from './queries.ts'
import { uploadNotFound } from './service.ts'

type NeededDeps = Pick<Deps, 'db' | 'files' | 'queue' | 'config'>

/** Maximum number of pieces per upload. Each is a separate file until all have arrived. */
const MAX_PIECES = 20_000

/**
 * Data store for tus on top of our file store. Each piece of an upload is a file, so that buckets and folders work in the same way.
 * Bytes of an interrupted request become a piece too. A lock keeps out other requests; if it is lost with its database connection,
 * the row decides.
 */
class UploadStore extends DataStore {
  override extensions = ['creation', 'termination']
  readonly #deps: NeededDeps
  readonly #auditActor: AuditActor

  constructor(deps: NeededDeps, auditActor: AuditActor) {
    super()
    this.#deps = deps
    this.#auditActor = auditActor
  }

  override async create(upload: Upload): Promise<Upload> {
    const { db, config } = this.#deps
    const { id, size: bytes = 0 } = upload
    const { kind, filename } = readMetadata(upload)
    if (!typesOf[kind].includes(typeOf(filename)))
      throw invalidField('filename', `Choose a file of the type ${typesOf[kind].join(', ')}.`)
    if (bytes === 0) throw invalidField('filename', 'This file is empty.')
    const most = limitOf(kind, config.fileLimits)
    if (bytes > most)
      throw new ApiError('too_large', `This file has ${inMebibytes(bytes)}; the maximum is ${inMebibytes(most)}.`)
    const { actor, address } = this.#auditActor
    await db.transaction(async (tx) => {
      const stored = await queries.countStoredBytes(tx)
      if (stored + bytes > config.fileLimits.stored)
        throw new ApiError('too_large', 'Storage is full. Remove unused files, or ask the operator of this server.')
      await queries.insertUpload(tx, { id, kind, filename, bytes })
      const after = { kind, filename, bytes }
      await recordAudit(tx, { actor, action: 'uploads.create', subject: { type: 'upload', id }, after, address })
    })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await queries.findUpload(this.#deps.db, id)
    if (!row) throw uploadNotFound()
    if (row.state === 'refused') throw new ApiError('invalid', row.refusal ?? 'This file cannot be used.')
    const { bytes: size, received: offset, kind, filename } = row
    return new Upload({ id, size, offset, metadata: { kind, filename } })
  }

  override async write(content: Readable, id: string, start: number): Promise<number> {
    const { db, files, queue } = this.#deps
    if ((await queries.countPieces(db, id)) >= MAX_PIECES)
      throw new ApiError('conflict', 'This upload has too many pieces. Cancel it, and upload the file again.')
    const key = `uploads/${id}/${start}-${randomBytes(6).toString('hex')}`
    const { counted, seen } = count(content)
    await files.put(key, counted)
    if (seen.bytes === 0) {
      await files.remove(key)
      return start
    }
    const piece = { start, bytes: seen.bytes, key }
    const row = await db.transaction(async (tx) => {
      const changed = await queries.appendPiece(tx, id, piece)
      if (changed?.state === 'checking') await queue.send(tx, 'uploads.finish', { id })
      return changed
    })
    if (!row) {
      await files.remove(key)
      throw new ApiError('conflict', 'Another client is also uploading this file. Continue from the current offset.')
    }
    if (start === 0 && row.state === 'receiving') await this.#refuseEarly(row, seen.head)
    return start + seen.bytes
  }

  override async remove(id: string): Promise<void> {
    const { db, files } = this.#deps
    const { actor, address } = this.#auditActor
    const pieces = await db.transaction(async (tx) => {
      const pieces = await queries.listPieces(tx, id)
      const row = await queries.deleteUpload(tx, id)
      if (!row) throw uploadNotFound()
      const before = { kind: row.kind, filename: row.filename, bytes: row.bytes, received: row.received }
      await recordAudit(tx, { actor, action: 'uploads.delete', subject: { type: 'upload', id }, before, address })
      return pieces
    })
    for (const { key } of pieces) await files.remove(key)
  }

  /** Refuses a file early if its first bytes already show that it is not what it claims to be. */
  async #refuseEarly({ id, filename }: queries.UploadRow, head: Buffer): Promise<void> {
    const refusal = head.length < HEAD_BYTES ? null : contradictionOf(typeOf(filename), head)
    if (!refusal) return
    await queries.saveOutcome(this.#deps.db, id, { state: 'refused', refusal })
    throw new ApiError('invalid', refusal)
  }
}

function readMetadata({ metadata }: Upload) {
  const read = uploadMetadata.safeParse(metadata ?? {})
  if (!read.success) throw invalidInput(read.error)
  return read.data
}

/** Passes the bytes through, and records their number and the first of them. */
function count(content: Readable) {
  const seen = { bytes: 0, head: Buffer.alloc(0) }
  async function* pass() {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (seen.head.length < HEAD_BYTES) seen.head = Buffer.concat([seen.head, chunk]).subarray(0, HEAD_BYTES)
      seen.bytes += chunk.length
      yield chunk
    }
  }
  return { counted: Readable.from(pass(), { objectMode: false }), seen }
}

const inMebibytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`

/** Milliseconds that a request waits for another one that sends to the same upload, after asking it to stop. */
const LOCK_WAIT_MS = 10_000
/** Milliseconds that a request may take to save received bytes after being asked to stop. */
const STOP_MS = 200

/** Headers of tus that are passed on. None for other origins, because only our own pages call this. */
const FORWARDED_HEADERS = ['location', 'tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'] as const

interface TusCall extends Pick<AnyCall, 'request' | 'reply'> {
  deps: Pick<Deps, 'db' | 'files' | 'queue' | 'config' | 'locks'>
  auditActor: AuditActor
}

/** Answers one tus request. The route has already checked the caller's rights. Errors are answered as problem documents like everywhere else. */
export async function answerTus({ deps, auditActor, request, reply }: TusCall) {
  let failure: unknown
  const path = `/api/v1${uploadAdminOperations.createUpload.path}`
  const server = new Server({
    path,
    relativeLocation: true,
    datastore: new UploadStore(deps, auditActor),
    locker: { newLock: (id) => lockOf(deps.locks, id) },
    lockDrainTimeout: STOP_MS,
    namingFunction: () => randomUUID(),
    onResponseError(_, error) {
      failure = error
      return undefined
    },
  })
  const response = await server.handleWeb(toWebRequest(request, deps.config.publicUrl))
  if (response.status >= 400) throw toApiError(failure, response.status)
  return sendWebResponse(reply, response, FORWARDED_HEADERS)
}

function lockOf(locks: Deps['locks'], id: string) {
  let release: (() => Promise<void>) | undefined
  return {
    async lock(_signal: AbortSignal, stop: () => void) {
      release = await locks.hold(`upload ${id}`, { waitMs: LOCK_WAIT_MS, onWanted: stop })
    },
    async unlock() {
      await release?.()
    },
  }
}

/** Passes on our own errors, and converts those of tus by their status. */
function toApiError(failure: unknown, status: number): unknown {
  if (failure instanceof LockTimeoutError)
    return new ApiError('unavailable', 'This file is being sent from somewhere else. Please try again shortly.', {
      retryAfter: 5,
    })
  if (failure instanceof Error) return failure
  if (status === 404 || status === 410) return uploadNotFound()
  if (status === 409)
    return new ApiError('conflict', 'The upload continues at another offset. Ask for the current one.')
  if (status === 413) return new ApiError('too_large', 'These are more bytes than the declared size of the upload.')
  return new ApiError('malformed', 'This is not a request of tus 1.0.0.')
}
