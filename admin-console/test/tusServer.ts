import type { StoredFile, Upload } from '@flagyard/api-types'
import type { Answers } from './openAdmin.tsx'

export const MEBIBYTE = 1024 * 1024
export const uploadId = '00000000-0000-4000-8000-000000000007'
export const storedFilm: StoredFile = {
  name: `${'a'.repeat(64)}.webm`,
  kind: 'film',
  bytes: 3 * MEBIBYTE,
  duration_seconds: 125,
  width: null,
  height: null,
  url: null,
}
const rule = { types: ['webm', 'mp4'], max_bytes: 4_000_000_000 }
export const uploadRules = {
  kinds: {
    film: rule,
    captions: rule,
    picture: { types: ['png'], max_bytes: 10_000_000 },
    download: rule,
    archive: rule,
  },
  left_bytes: 1,
}
export const film = () => new File([new Uint8Array(3 * MEBIBYTE)], 'film.webm', { lastModified: 1 })

/** Fake upload server that accepts chunks of one upload while its gate is open. */
export function tusServer(outcome: Partial<Upload> = { state: 'ready', file: storedFilm }) {
  const server = {
    bytes: 0,
    received: 0,
    created: 0,
    offsets: [] as number[],
    gate: Promise.resolve(),
    answers: {
      getUploadRules: uploadRules,
      createUpload: (_: unknown, request: Request) => {
        server.created += 1
        server.bytes = Number(request.headers.get('upload-length'))
        return new Response(null, { status: 201, headers: { location: `/api/v1/admin/uploads/${uploadId}` } })
      },
      getUploadOffset: () =>
        new Response(null, {
          headers: { 'upload-offset': String(server.received), 'upload-length': String(server.bytes) },
        }),
      appendUpload: async (_: unknown, request: Request) => {
        await server.gate
        const { byteLength } = await request.arrayBuffer()
        const offset = Number(request.headers.get('upload-offset'))
        // A chunk of a paused upload can still arrive, like at a real server. The bytes must not count twice.
        if (offset !== server.received) return new Response(null, { status: 409 })
        server.offsets.push(offset)
        server.received += byteLength
        return new Response(null, { status: 204, headers: { 'upload-offset': String(server.received) } })
      },
      deleteUpload: new Response(null, { status: 204 }),
      getUpload: () =>
        ({
          id: uploadId,
          kind: 'film',
          filename: 'film.webm',
          bytes: server.bytes,
          received: server.received,
          refusal: null,
          file: null,
          expires_at: new Date().toISOString(),
          state: 'checking',
          ...outcome,
        }) satisfies Upload,
    } satisfies Answers,
  }
  return server
}

/** Chooses a file like a user. The test runner's own method would give the file a different date each time. */
export function choose(file: File, label = 'Video') {
  const input = document.querySelector<HTMLInputElement>(`input[type=file][aria-label="${label}"]`)
  const given = new DataTransfer()
  given.items.add(file)
  if (!input) throw new Error('There is no field')
  input.files = given.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}
