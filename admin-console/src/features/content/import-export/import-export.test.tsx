import { ApiError, type ContentImport, type ImportReport } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { sessionOf } from '../../../../test/answers.ts'
import { expectAccessible } from '../../../../test/axe.ts'
import { openAdmin } from '../../../../test/openAdmin.tsx'

const id = '00000000-0000-4000-8000-000000000042'
const change = (changes: Partial<ImportReport['applied'][number]>): ImportReport['applied'][number] => ({
  kind: 'courses',
  slug: 'first',
  action: 'create',
  differences: 1,
  changed: [],
  archived: [],
  deleted: [],
  ...changes,
})
const reportOf = (changes: Partial<ImportReport>): ImportReport => ({
  applied: [],
  refused: [],
  refused_count: 0,
  notes: [],
  ...changes,
})
const importOf = (changes: Partial<ContentImport>): ContentImport => ({
  id,
  filename: 'autumn.zip',
  prune: false,
  state: 'checked',
  version: 2,
  report: reportOf({}),
  moved: false,
  failure: null,
  updated_at: '2026-11-23T00:00:00.000Z',
  ...changes,
})
const full = reportOf({
  applied: [
    change({ slug: 'new-course' }),
    change({ kind: 'labs', slug: 'door', action: 'update', differences: 23, changed: ['title', 'flags/door/hint'] }),
    change({ slug: 'old-course', action: 'archive' }),
    change({
      slug: 'edited',
      action: 'update',
      changed: ['sections'],
      archived: ['lesson start/one'],
      deleted: ['lesson start/two'],
    }),
  ],
  notes: ['The lab new-lab stays a draft: these flags have no secret: door.'],
})
const rule = { types: ['zip'], max_bytes: 4_000_000_000 }
const uploads = {
  getUploadRules: {
    kinds: { film: rule, captions: rule, picture: rule, download: rule, archive: rule },
    left_bytes: 1,
  },
  createUpload: new Response(null, { status: 201, headers: { location: `/api/v1/admin/uploads/${id}` } }),
  appendUpload: () => new Response(null, { status: 204, headers: { 'upload-offset': '5' } }),
  deleteUpload: new Response(null, { status: 204 }),
  getUpload: {
    id,
    kind: 'archive' as const,
    filename: 'autumn.zip',
    bytes: 5,
    received: 5,
    state: 'ready' as const,
    refusal: null,
    file: null,
    expires_at: '2026-11-23T00:00:00.000Z',
  },
}

const isAccessible = () => expectAccessible(page.getByRole('main').element())

test('uploads an archive, previews the changes by group and imports them', async () => {
  let now = importOf({ state: 'checking', report: null, version: 1 })
  const getContentImport = vi.fn(() => now)
  const screen = await openAdmin('/admin/import_export', {
    answers: {
      ...uploads,
      getContentImport,
      checkArchive: () => now,
      importArchive: () => {
        now = importOf({ state: 'importing', report: full })
        return now
      },
    },
  })
  await expect.element(screen.getByRole('heading', { name: 'Import and export', level: 1 })).toBeVisible()
  await isAccessible()
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const given = new DataTransfer()
  given.items.add(new File(['12345'], 'autumn.zip'))
  input.files = given.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(screen.getByText('Comparing autumn.zip with the catalogue')).toBeVisible()
  expect(screen.inputsOf('checkArchive')).toEqual([{ archiveCheck: { upload: id, prune: false } }])
  expect(screen.path(), 'a reload shows it again').toBe(`/admin/import_export?archive=${id}`)
  now = importOf({ report: full })
  const statusRef = screen.getByText('Preview of autumn.zip. Nothing has changed yet.')
  await expect.element(statusRef).toBeVisible()
  await expect.element(statusRef).toHaveFocus()
  for (const words of [
    /new-course/,
    /door\/hint/,
    /and 21 more/,
    /archived: lesson start.one/,
    /old-course/,
    /stays a draft/,
  ])
    await expect.element(screen.getByText(words).last()).toBeVisible()
  await isAccessible()
  await screen.getByRole('button', { name: 'Import archive' }).click()
  await expect.element(screen.getByText('Importing autumn.zip')).toBeVisible()
  expect(screen.inputsOf('importArchive')).toEqual([{ id, archiveImport: { version: 2 } }])
  now = importOf({ state: 'imported', version: 3, report: full })
  await expect.element(screen.getByText('autumn.zip was imported. Changes:')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'View courses' })).toBeVisible()
})

test('lists errors by file and line, and refreshes the preview when the catalogue changes or prune is switched', async () => {
  const refused = reportOf({
    refused: [
      { file: 'courses/a/course.yaml', line: 3, message: 'There is no field levle here.' },
      { file: 'courses/a/course.yaml', line: 9, message: 'There is no file courses/a/start/x.md.' },
      { file: 'files/evil.vtt', line: 1, message: 'This is a link: put the file itself into the archive.' },
    ],
    refused_count: 700,
  })
  let now = importOf({ report: refused })
  const screen = await openAdmin(`/admin/import_export?archive=${id}`, {
    answers: {
      ...uploads,
      getContentImport: () => now,
      checkArchive: () => {
        now = importOf({ report: full, moved: true, prune: true, version: 4 })
        return now
      },
    },
  })
  await expect.element(screen.getByText('700 problems')).toBeVisible()
  await expect.element(screen.getByText('Line 9: There is no file courses/a/start/x.md.')).toBeVisible()
  await expect.element(screen.getByText('And 697 more.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import archive' }).query()).toBeNull()
  await isAccessible()
  await screen.getByRole('checkbox', { name: /^Prune/ }).click()
  await expect.element(screen.getByText(/nothing was imported/)).toBeVisible()
  await expect.element(screen.getByText('Updated preview of autumn.zip:')).toBeVisible()
  expect(screen.inputsOf('checkArchive')).toEqual([{ archiveCheck: { upload: id, prune: true } }])
  await screen.getByRole('button', { name: 'Choose another archive' }).click()
  await expect.element(screen.getByRole('button', { name: 'Choose an archive' })).toBeVisible()
  expect(screen.inputsOf('deleteUpload')).toEqual([{ id }])
})

test('offers to choose another archive if the uploaded one has expired', async () => {
  const gone = new ApiError('not_found', 'There is no such archive any more. Please send it again.')
  const { getByText, getByRole } = await openAdmin(`/admin/import_export?archive=${id}`, {
    answers: { ...uploads, getContentImport: gone },
  })
  await expect.element(getByText(gone.message)).toBeVisible()
  await getByRole('button', { name: 'Choose another archive' }).click()
  await expect.element(getByText(/Nothing changes until you confirm/)).toBeVisible()
})

test('exports the catalogue, and offers flag secrets only to owners, with a warning', async () => {
  const clicked: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.download)
  })
  const exportContent = () =>
    new Response('PK', { headers: { 'content-disposition': 'attachment; filename="content-2026-11-23.zip"' } })
  const owner = await openAdmin('/admin/import_export', { answers: { ...uploads, exportContent } })
  await owner.getByRole('button', { name: 'Export catalogue' }).click()
  await owner.getByRole('checkbox', { name: 'Include flag secrets' }).click()
  await owner.getByRole('checkbox', { name: /^Include videos/ }).click()
  await expect.element(owner.getByText(/plain text/)).toBeVisible()
  await owner.getByRole('button', { name: 'Export catalogue' }).click()
  await vi.waitFor(() => expect(clicked).toEqual(['content-2026-11-23.zip', 'content-2026-11-23.zip']))
  expect(owner.inputsOf('exportContent')).toEqual([
    { contentExport: { files: true } },
    { contentExport: { files: false, with_secrets: true } },
  ])
  click.mockRestore()
  await owner.unmount()
  const editor = await openAdmin('/admin/import_export', {
    as: sessionOf({ capabilities: ['content'] }),
    answers: uploads,
  })
  await expect.element(editor.getByRole('checkbox', { name: /^Include videos/ })).toBeVisible()
  expect(editor.getByRole('checkbox', { name: 'Include flag secrets' }).query()).toBeNull()
})
