import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { png } from '../../../../../test/fixtures/media-files.ts'
import { storedFiles } from '../../../../db/schema/index.ts'
import { openFolder } from '../files/folder.ts'
import { exportContent } from './export.ts'
import { importContent } from './import.ts'

const root = mkdtempSync(join(tmpdir(), 'flagyard-pictures-'))
const [cover, map, ada] = [png(640, 360), png(80, 60), png(96, 96)]
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

function write(dir: string, files: Record<string, string | Buffer>) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), content)
  }
}

const yaml =
  'title: First\nstatus: published\nlevel: beginner\nprice:\n  amount: 0\ncover: cover.png\ndescription: "![The way](files/map.png)"\ninstructors:\n  - name: Ada\n    picture: ada.png\nsections:\n  - slug: start\n    title: Start\n    lessons:\n      - one\n'
const lesson = (picture: string) =>
  `---\ntitle: One\nkind: reading\nfree_preview: true\n---\n\nSee:\n\n![A map](${picture} "Big")\n`
const run = async (dir: string) => importContent(app.deps, await openFolder(dir), { actor: 'command line' })

test('covers, instructors and pictures in texts are imported by name, shown by checksum, and exported unchanged', async () => {
  const dir = join(root, 'in')
  const files = {
    'courses/first/course.yaml': yaml,
    'courses/first/start/one.md': lesson('../../../files/map.png'),
    'files/cover.png': cover,
    'files/map.png': map,
    'files/ada.png': ada,
  }
  write(dir, files)
  expect((await run(dir)).refused).toEqual([])
  expect((await run(dir)).applied).toEqual([])

  const [card] = await app.asVisitor.listCourses()
  expect(card?.cover).toEqual({ url: `/api/v1/pictures/${sha256(cover)}.png`, width: 640, height: 360 })
  const { instructors } = await app.asVisitor.getCourse({ slug: 'first' })
  expect(instructors).toMatchObject([
    { name: 'Ada', picture: { url: `/api/v1/pictures/${sha256(ada)}.png`, width: 96, height: 96 } },
  ])
  const shown = `/api/v1/pictures/${sha256(map)}.png#80x60`
  const { body } = await app.asVisitor.getFreeLesson({ slug: 'first', section: 'start', lesson: 'one' })
  expect(body).toContain(`![A map](${shown} "Big")`)
  expect((await app.asVisitor.getCourse({ slug: 'first' })).description).toBe(`![The way](${shown})`)
  expect((await app.app.inject({ url: shown.split('#')[0] ?? '' })).rawPayload.equals(map)).toBe(true)
  expect(await app.deps.db.select().from(storedFiles)).toHaveLength(3)

  const again = join(root, 'in')
  await exportContent(app.deps, again)
  for (const [path, content] of Object.entries(files))
    expect(readFileSync(join(again, path)).equals(Buffer.from(content)), path).toBe(true)
  const out = join(root, 'out')
  await exportContent(app.deps, out)
  expect((await run(out)).applied).toEqual([])
})

test('missing pictures and other files are rejected with file and line', async () => {
  const dir = join(root, 'wrong')
  write(dir, {
    'courses/first/course.yaml': yaml,
    'courses/first/start/one.md': lesson('../../../files/lost.png'),
    'files/cover.png': Buffer.from('<svg onload="alert(1)"/>'),
    'files/map.png': map,
    'files/ada.png': ada,
  })
  expect((await run(dir)).refused).toEqual([
    { file: 'courses/first/start/one.md', line: 9, message: 'There is no file files/lost.png.' },
  ])
  write(dir, { 'courses/first/start/one.md': lesson('../../../files/map.png') })
  expect((await run(dir)).refused).toEqual([
    { file: 'files/cover.png', line: 1, message: expect.stringContaining('Its name says png') },
  ])
})
