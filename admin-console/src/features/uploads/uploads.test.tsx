import { ApiError, type StoredFile, type Upload } from '@flagyard/api-types'
import { createSession } from '@flagyard/auth'
import { createAuthProvider } from '@flagyard/auth/react-admin'
import { type ReactNode, useState } from 'react'
import { AdminContext } from 'react-admin'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { sessionOf } from '../../../test/answers.ts'
import { type Answers, apiAnswering } from '../../../test/openAdmin.tsx'
import { createDataProvider } from '../../providers/data-provider.ts'
import { UploadField } from './UploadField.tsx'
import { picturesIn, usePictureUpload } from './usePictureUpload.ts'

const MEBIBYTE = 1024 * 1024
const id = '00000000-0000-4000-8000-000000000007'
const stored: StoredFile = {
  name: `${'a'.repeat(64)}.webm`,
  kind: 'film',
  bytes: 3 * MEBIBYTE,
  duration_seconds: 125,
  width: null,
  height: null,
  url: null,
}
const rule = { types: ['webm', 'mp4'], max_bytes: 4_000_000_000 }
const rules = {
  kinds: {
    film: rule,
    captions: rule,
    picture: { types: ['png'], max_bytes: 10_000_000 },
    download: rule,
    archive: rule,
  },
  left_bytes: 1,
}
const film = () => new File([new Uint8Array(3 * MEBIBYTE)], 'film.webm', { lastModified: 1 })

/** A server that takes the pieces of one upload, as long as its gate is open. */
function tusServer(outcome: Partial<Upload> = { state: 'ready', file: stored }) {
  const server = {
    bytes: 0,
    received: 0,
    created: 0,
    offsets: [] as number[],
    gate: Promise.resolve(),
    answers: {
      getUploadRules: rules,
      createUpload: (_: unknown, request: Request) => {
        server.created += 1
        server.bytes = Number(request.headers.get('upload-length'))
        return new Response(null, { status: 201, headers: { location: `/api/v1/admin/uploads/${id}` } })
      },
      getUploadOffset: () =>
        new Response(null, {
          headers: { 'upload-offset': String(server.received), 'upload-length': String(server.bytes) },
        }),
      appendUpload: async (_: unknown, request: Request) => {
        await server.gate
        const { byteLength } = await request.arrayBuffer()
        server.offsets.push(Number(request.headers.get('upload-offset')))
        server.received += byteLength
        return new Response(null, { status: 204, headers: { 'upload-offset': String(server.received) } })
      },
      deleteUpload: new Response(null, { status: 204 }),
      getUpload: () =>
        ({
          ...{ id, kind: 'film', filename: 'film.webm', bytes: server.bytes, received: server.received },
          ...{ refusal: null, file: null, expires_at: new Date().toISOString(), state: 'checking' },
          ...outcome,
        }) satisfies Upload,
    } satisfies Answers,
  }
  return server
}

async function show(answers: Answers, content: ReactNode) {
  const session = createSession({ refresh: async () => sessionOf(), signOut: async () => undefined })
  onTestFinished(() => session.dispose())
  return render(
    <AdminContext
      dataProvider={createDataProvider(apiAnswering(answers))}
      authProvider={createAuthProvider({ session, leave: () => undefined })}
    >
      {content}
    </AdminContext>,
  )
}

function Video({ onChange }: { onChange?: (file: StoredFile | null) => void }) {
  const [value, setValue] = useState<StoredFile | null>(null)
  const change = (file: StoredFile | null) => {
    setValue(file)
    onChange?.(file)
  }
  return <UploadField kind="film" label="Video" value={value} onChange={change} />
}

/** As a person does; the test's own tool would give the file another date each time. */
function choose(file: File) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const given = new DataTransfer()
  given.items.add(file)
  if (!input) throw new Error('There is no field')
  input.files = given.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

test('a film is sent piece by piece, paused, taken up where it stopped, and taken out again', async () => {
  const server = tusServer()
  const onChange = vi.fn()
  await show(server.answers, <Video onChange={onChange} />)
  await expect.element(page.getByText('Or drop it here: webm, mp4, up to 4 GB.')).toBeVisible()
  const { promise, resolve: open } = Promise.withResolvers<void>()
  server.gate = promise
  choose(film())
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('film.webm: Paused at 0 bytes of 3.1 MB')
  open()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.element(page.getByText('WEBM, 2:05, 3.1 MB')).toBeVisible()
  expect(onChange).toHaveBeenLastCalledWith(stored)
  expect(server.created).toBe(1)
  expect(server.received).toBeGreaterThanOrEqual(3 * MEBIBYTE)
  expect(localStorage.getItem('half_sent_uploads')).toBe('[]')
  await page.getByRole('button', { name: 'Take it out' }).click()
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test('after a reload the same file goes on where it stopped, and is not begun anew', async () => {
  const server = tusServer()
  let pieces = 0
  const answers = {
    ...server.answers,
    appendUpload: (input: unknown, request: Request) =>
      pieces++ === 1 ? new Promise<Response>(() => undefined) : server.answers.appendUpload(input, request),
  }
  const before = await show(answers, <Video />)
  choose(film())
  await expect.element(page.getByRole('status')).toHaveTextContent('film.webm: 1 MB of 3.1 MB sent')
  await before.unmount()
  await show(answers, <Video />)
  await expect.element(page.getByText(/film.webm is half sent/)).toBeVisible()
  choose(film())
  await expect.element(page.getByText('WEBM, 2:05, 3.1 MB')).toBeVisible()
  expect(server.created).toBe(1)
  expect(server.offsets).toEqual([0, MEBIBYTE, 2 * MEBIBYTE])
})

test('what is refused is told in the server’s own words: at the beginning, and after a look at the file', async () => {
  const large = new ApiError('too_large', 'This file has 5 MiB; it may have 1 MiB.')
  const first = await show({ ...tusServer().answers, createUpload: large }, <Video />)
  choose(film())
  await expect.element(page.getByRole('alert')).toHaveTextContent(large.message)
  await first.unmount()
  const refusal = 'Its name says webm, but it is a file of the type png.'
  await show(tusServer({ state: 'refused', refusal }).answers, <Video />)
  choose(film())
  await expect.element(page.getByRole('alert')).toHaveTextContent(refusal)
})

test('a pasted picture becomes Markdown', async () => {
  const url = `/api/v1/pictures/${'b'.repeat(64)}.png#8x6`
  const file: StoredFile = { ...stored, kind: 'picture', name: `${'b'.repeat(64)}.png`, width: 8, height: 6, url }
  function Text() {
    const { uploadPicture, uploading } = usePictureUpload()
    const [text, setText] = useState('')
    return (
      <textarea
        aria-label="Text"
        aria-busy={uploading > 0}
        value={text}
        onChange={() => undefined}
        onPaste={async ({ clipboardData }) => {
          for (const picture of picturesIn(clipboardData)) setText(await uploadPicture(picture, { alt: 'The [map]' }))
        }}
      />
    )
  }
  await show(tusServer({ state: 'ready', kind: 'picture', file }).answers, <Text />)
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
  clipboardData.items.add(new File(['x'], 'notes.txt', { type: 'text/plain' }))
  const field = page.getByLabelText('Text')
  field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await expect.element(field).toHaveValue(`![The map](${url})`)
})
