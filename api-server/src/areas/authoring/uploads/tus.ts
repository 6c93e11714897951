import { randomUUID } from 'node:crypto'
import { uploadAdminOperations } from '@flagyard/api-types/uploads/admin-operations'
import { Server } from '@tus/server'
import { LockTimeoutError } from '../../../db/advisory-locks.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AnyCall } from '../../../http/calls/handler-context.ts'
import { sendWebResponse, toWebRequest } from '../../../http/web-request.ts'
import type { AuditActor } from '../../../identity/current-user.ts'
import { uploadNotFound } from './service.ts'
import { UploadStore } from './upload-store.ts'

/** Milliseconds that a request waits for another one that sends to the same upload, after asking it to stop. */
const LOCK_WAIT_MS = 10_000
/** Milliseconds that a request may take to save received bytes after being asked to stop. */
const STOP_MS = 200

/** Headers of tus that are passed on. None for other origins, because only our own pages call this. */
const TOLD = ['location', 'tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'] as const

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
  return sendWebResponse(reply, response, TOLD)
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
  if (status === 409) return new ApiError('conflict', 'The upload continues at another offset. Ask for the current one.')
  if (status === 413) return new ApiError('too_large', 'These are more bytes than the declared size of the upload.')
  return new ApiError('malformed', 'This is not a request of tus 1.0.0.')
}
