import type { FastifyReply } from 'fastify'
import { attachment } from '../../../http/files.ts'

/** A document may name people and what they bought, so nothing on the way keeps it. */
export function sendDocument(reply: FastifyReply, { file, number }: { file: Buffer; number: string }) {
  reply.header('cache-control', 'private, no-store')
  reply.header('content-disposition', attachment(`Flagyard ${number}.pdf`))
  return reply.type('application/pdf').send(file)
}
