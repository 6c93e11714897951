import { ApiError, type StoredFile } from '@flagyard/api-types'
import { createSession } from '@flagyard/auth'
import { createAuthProvider } from '@flagyard/auth/react-admin'
import { type ReactNode, useState } from 'react'
import { AdminContext } from 'react-admin'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { sessionOf } from '../../../test/answers.ts'
import { type Answers, apiAnswering } from '../../../test/openAdmin.tsx'
import { choose, film, MEBIBYTE, storedFilm, tusServer } from '../../../test/tusServer.ts'
import { createDataProvider } from '../../providers/data-provider.ts'
import { UploadField } from './UploadField.tsx'
import { picturesIn, usePictureUpload } from './usePictureUpload.ts'

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

test('uploads a video in chunks, pauses, resumes and removes it', async () => {
  const server = tusServer()
  const onChange = vi.fn()
  await show(server.answers, <Video onChange={onChange} />)
  await expect.element(page.getByText('Or drop a file here: webm, mp4, up to 4 GB.')).toBeVisible()
  const { promise, resolve: open } = Promise.withResolvers<void>()
  server.gate = promise
  choose(film())
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('film.webm: Paused at 0 bytes of 3.1 MB')
  open()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.element(page.getByText('WEBM, 2:05, 3.1 MB')).toBeVisible()
  expect(onChange).toHaveBeenLastCalledWith(storedFilm)
  expect(server.created).toBe(1)
  expect(server.received).toBeGreaterThanOrEqual(3 * MEBIBYTE)
  expect(localStorage.getItem('half_sent_uploads')).toBe('[]')
  await page.getByRole('button', { name: 'Remove' }).click()
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test('resumes an upload of the same file after a reload', async () => {
  const server = tusServer()
  let pieces = 0
  const answers = {
    ...server.answers,
    appendUpload: (input: unknown, request: Request) =>
      pieces++ === 1 ? new Promise<Response>(() => undefined) : server.answers.appendUpload(input, request),
  }
  const before = await show(answers, <Video />)
  choose(film())
  await expect.element(page.getByRole('status')).toHaveTextContent('film.webm: 1 MB of 3.1 MB uploaded')
  await before.unmount()
  await show(answers, <Video />)
  await expect.element(page.getByText(/The upload of film.webm is incomplete/)).toBeVisible()
  choose(film())
  await expect.element(page.getByText('WEBM, 2:05, 3.1 MB')).toBeVisible()
  expect(server.created).toBe(1)
  expect(server.offsets).toEqual([0, MEBIBYTE, 2 * MEBIBYTE])
})

test('shows the server’s message if a file is rejected, before or after the upload', async () => {
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

test('inserts a pasted picture as Markdown', async () => {
  const url = `/api/v1/pictures/${'b'.repeat(64)}.png#8x6`
  const file: StoredFile = { ...storedFilm, kind: 'picture', name: `${'b'.repeat(64)}.png`, width: 8, height: 6, url }
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
