import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { FileStore } from '../integrations/files.ts'

/**
 * `Content-Disposition` for a file download (RFC 6266) with any characters in its name: an ASCII name for old programs, and the
 * encoded original (RFC 5987). The name cannot end the header, contain a folder, or change the direction of the surrounding text.
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

/** Sends a PDF with `no-store`, because it may contain names. */
export function sendPdf(reply: FastifyReply, { file, name }: { file: Buffer; name: string }) {
  reply.header('cache-control', 'private, no-store').header('content-disposition', attachment(`${name}.pdf`))
  return reply.type('application/pdf').send(file)
}

/** Sends a stored file, completely or one range of it. Multiple ranges are rejected. */
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
  // Fastify answers HEAD requests with the GET route, which would read the file and then discard it.
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
