import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { FileStore } from '../integrations/files.ts'

/**
 * `Content-Disposition` for a file to be saved under this name (RFC 6266), whatever letters it has: the plain name for old programs, and the
 * true one encoded (RFC 5987). No part of it can end the header, name a folder, or turn the text around it.
 */
export function attachment(name: string, plainName?: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\]/g, '_')
    .replace(/^\.+/, '')
    .trim()
  const whole = safe || 'download'
  const plain = (plainName ?? whole)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(whole).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"${plain === whole ? '' : `; filename*=UTF-8''${encoded}`}`
}

/** Sends a PDF that may name people, so nothing on the way keeps it. */
export function sendPdf(reply: FastifyReply, { file, name }: { file: Buffer; name: string }) {
  reply.header('cache-control', 'private, no-store').header('content-disposition', attachment(`${name}.pdf`))
  return reply.type('application/pdf').send(file)
}

/** Sends a stored file, whole or one range of it. Multiple ranges are refused. */
export async function sendFile(
  files: FileStore,
  key: string,
  {
    request,
    reply,
    type,
    cache = 'private, no-store',
  }: { request: FastifyRequest; reply: FastifyReply; type: string; cache?: string },
) {
  const size = await files.size(key)
  if (size === null) throw new ApiError('not_found', 'This file no longer exists.')
  reply.header('accept-ranges', 'bytes').header('cache-control', cache).type(type)
  const range = request.headers.range
  // A HEAD request is answered by Fastify's own route, which would read all that it then throws away.
  const read = (part?: Range) => (request.method === 'HEAD' ? Readable.from([]) : files.read(key, part))
  if (range === undefined) return reply.header('content-length', size).send(read())

  const part = readRange(range, size)
  if (!part) {
    reply.header('content-range', `bytes */${size}`)
    throw new ApiError('range_not_satisfiable', 'That part of the file does not exist.')
  }
  reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  return reply.header('content-length', part.end - part.start + 1).send(read(part))
}

interface Range {
  start: number
  end: number
}

function readRange(header: string, size: number): Range | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (!first && !last) return null
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  return start <= end && start < size ? { start, end } : null
}
