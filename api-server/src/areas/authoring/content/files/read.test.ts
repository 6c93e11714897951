import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MAX_BODY_BYTES } from '@flagyard/api-types/contract/content-fields'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalogueFolder } from '../../../../demo/catalogue/films.ts'
import { defaultFileLimits } from '../../../../file-limits.ts'
import { folderOf, MAX_TEXT_BYTES, openFolder } from './folder.ts'
import { readContent } from './read.ts'

const course = (more = '', lessons = '[welcome]') =>
  `title: First steps\nlevel: beginner\nprice:\n  amount: 0\nsections:\n  - slug: start\n    title: Start\n    lessons: ${lessons}\n${more}`
const lesson = (head = '', body = 'Hello.') => `---\ntitle: Welcome\nkind: reading\n${head}---\n\n${body}\n`
const good = { 'courses/first/course.yaml': course(), 'courses/first/start/welcome.md': lesson() }

const read = (texts: Record<string, string>) => readContent(folderOf(new Map(Object.entries({ ...good, ...texts }))))
const problemsOf = async (texts: Record<string, string>) =>
  (await read(texts)).problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)

describe('reading content', () => {
  it('fills in what was left out, and leaves out the line between head and text', async () => {
    const { content, problems } = await read({})
    expect(problems).toEqual([])
    expect(content.courses).toMatchObject([
      {
        slug: 'first',
        status: 'draft',
        language: 'en',
        price: { amount: 0, currency: 'EUR' },
        sections: [{ slug: 'start', lessons: [{ slug: 'welcome', required: true, body: 'Hello.\n' }] }],
      },
    ])
  })

  it('tells everything that is wrong at once, each with its file and line', async () => {
    const lab = `title: Lab\ndifficulty: beginner\ncloud: moon\nmodule: m\nduration_minutes: 1\nflags:\n  - slug: one\n    title: One\n    question: What?\n    type: DYNAMIC\n    secret: nope\n`
    expect(
      await problemsOf({
        'courses/first/course.yaml': course('outcome: typed wrong\n'),
        'courses/first/start/welcome.md': lesson('required: maybe\n'),
        'labs/one/lab.yaml': lab,
        'forms/BAD.yaml': 'title: Form\n',
        'exams/none/exam.yaml': 'title: [\n',
      }),
    ).toEqual([
      'courses/first/course.yaml:9: There is no field outcome here.',
      'courses/first/start/welcome.md:4: required: This must be true or false.',
      expect.stringMatching(/^exams\/none\/exam\.yaml:2: Flow sequence/),
      expect.stringMatching(/^forms\/BAD\.yaml:1: The name of a folder or file is the slug/),
      expect.stringMatching(/^labs\/one\/lab\.yaml:3: cloud: Invalid option/),
      'labs/one/lab.yaml:11: flags.0.secret: Only a STATIC flag has a secret.',
    ])
  })

  it('reads the script of a canary beside its lab, and refuses flags that the lab does not have', async () => {
    const lab = `title: Lab\ndifficulty: beginner\ncloud: aws\nmodule: m\nduration_minutes: 1\nflags:\n  - slug: one\n    title: One\n    question: What?\n    type: NOFLAG\n`
    const script = 'answers:\n  - flag: one\n'
    const { content, problems } = await read({ 'labs/one/lab.yaml': lab, 'labs/one/canary.yaml': script })
    expect(problems).toEqual([])
    expect(content.labs[0]?.canary).toEqual({ extra_data: {}, answers: [{ flag: 'one' }] })
    const wrong = `${script}  - flag: two\n  - flag: one\n    run: rm -rf /\n`
    expect(await problemsOf({ 'labs/one/lab.yaml': lab, 'labs/one/canary.yaml': wrong })).toEqual([
      'labs/one/canary.yaml:5: There is no field run here.',
    ])
    const typed = `${script}    commands: [whoami]\n`
    expect(await problemsOf({ 'labs/one/lab.yaml': lab, 'labs/one/canary.yaml': `${typed}    output: o\n` })).toEqual(
      [],
    )
    expect(
      await problemsOf({ 'labs/one/lab.yaml': lab, 'labs/one/canary.yaml': `${typed}    words: w\n` }),
    ).toHaveLength(1)
    const both = `${script}    words: a\n    output: b\n  - flag: two\n`
    expect(await problemsOf({ 'labs/one/lab.yaml': lab, 'labs/one/canary.yaml': both })).toEqual([
      expect.stringMatching(
        /^labs\/one\/canary\.yaml:2: answers\.0\.flag: Give commands and, for real clouds, a resource or an output; or only text/,
      ),
    ])
    expect(await problemsOf({ 'labs/one/lab.yaml': lab, 'labs/one/canary.yaml': `${script}  - flag: two\n` })).toEqual([
      'labs/one/canary.yaml:3: The lab has no flag two.',
    ])
    const exam = readFileSync(join(catalogueFolder, 'exams/azure-attack-path-specialist/exam.yaml'), 'utf8')
    expect(
      await problemsOf({ 'exams/one/exam.yaml': exam.replace(/^course: .*\n/m, ''), 'exams/one/canary.yaml': script }),
    ).toEqual(['exams/one/canary.yaml:2: The exam has no flag one.'])
    expect(await problemsOf({ 'labs/gone/canary.yaml': script })).toEqual([
      'labs/gone/canary.yaml:1: The lab or exam of this script has no file of its own.',
    ])
  })

  it.each([
    [
      'a lesson that is listed and not there',
      { 'courses/first/course.yaml': course('', '[welcome, gone]') },
      'courses/first/course.yaml:8: There is no file courses/first/start/gone.md.',
    ],
    [
      'a lesson that nobody lists',
      { 'courses/first/start/lost.md': lesson() },
      'courses/first/start/lost.md:1: No section lists this lesson, or its course or lab has no file of its own.',
    ],
    [
      'a lesson listed twice',
      { 'courses/first/course.yaml': course('', '[welcome, welcome]') },
      'courses/first/course.yaml:8: welcome stands here twice.',
    ],
    [
      'a section that opens after none',
      { 'courses/first/course.yaml': course('').replace('title: Start', 'title: Start\n    opens_after: nothing') },
      'courses/first/course.yaml:8: There is no other section nothing.',
    ],
    [
      'a lesson without a head',
      { 'courses/first/start/welcome.md': 'Hello.' },
      'courses/first/start/welcome.md:1: A lesson begins with a line ---, its title and kind, and a line ---.',
    ],
    [
      'a film that is not there',
      { 'courses/first/start/welcome.md': lesson('video: gone.webm\n') },
      'courses/first/start/welcome.md:4: There is no file files/gone.webm.',
    ],
    [
      'a path in place of a file’s name',
      { 'courses/first/start/welcome.md': lesson('video: ../../etc/passwd.webm\n') },
      'courses/first/start/welcome.md:4: video: Name a file in the folder files, of the type webm, mp4.',
    ],
    [
      'chapters out of their order',
      { 'courses/first/start/welcome.md': lesson('chapters: [{second: 9, title: B}, {second: 4, title: A}]\n') },
      'courses/first/start/welcome.md:4: chapters: Chapters must be in order, each starting at a different second.',
    ],
    [
      'a lab on a lesson that is none',
      { 'courses/first/start/welcome.md': lesson('lab: one\n') },
      'courses/first/start/welcome.md:4: Only a lesson of the kind lab names a lab.',
    ],
    [
      'control characters in a text',
      { 'courses/first/start/welcome.md': lesson('', 'one\ntwo \u0000') },
      'courses/first/start/welcome.md:7: Leave out control characters.',
    ],
    [
      'a key that stands twice',
      { 'courses/first/course.yaml': course('title: Again\n') },
      'courses/first/course.yaml:9: Map keys must be unique.',
    ],
    [
      'a field that every object has',
      { 'courses/first/course.yaml': course('__proto__:\n  admin: true\n') },
      'courses/first/course.yaml:10: There is no field __proto__ here.',
    ],
    [
      'aliases, which make gigabytes of a few lines',
      { 'courses/first/course.yaml': course('tags: &a [x]\noutcomes: *a\n') },
      'courses/first/course.yaml:1: Anchors and aliases are not used here.',
    ],
    [
      'a text nested deeper than the stack',
      { 'courses/first/course.yaml': `title: ${'['.repeat(100_000)}${']'.repeat(100_000)}` },
      'courses/first/course.yaml:1: This is nested too deeply.',
    ],
    [
      'a hundred thousand keys, which a parser compares with each other',
      { 'courses/first/course.yaml': Array.from({ length: 100_000 }, (_, n) => `a${n}: 1`).join('\n') },
      'courses/first/course.yaml:1: This has too many parts for one file.',
    ],
    [
      'as many keys as are parsed, each unknown',
      { 'courses/first/course.yaml': Array.from({ length: 19_000 }, (_, n) => `a${n}: 1`).join('\n') },
      'courses/first/course.yaml:1: There is no field a0 here.',
    ],
    [
      'a tag of a program',
      { 'courses/first/course.yaml': course('tags: !!js/function x\n') },
      expect.stringMatching(/^courses\/first\/course\.yaml:9: Unresolved tag/),
    ],
  ])('refuses %s', async (_, texts, problem) => {
    expect(await problemsOf(texts as Record<string, string>)).toContainEqual(problem)
  })

  it('refuses more than 100 sections, 1,000 lessons, and 256 kB of text in a lesson', async () => {
    const sections = Array.from({ length: 101 }, (_, at) => `  - slug: s${at}\n    title: S\n`).join('')
    const head = 'title: A\nlevel: beginner\nprice:\n  amount: 0\nsections:\n'
    expect(await problemsOf({ 'courses/big/course.yaml': head + sections })).toEqual([
      'courses/big/course.yaml:6: sections: At most 100 sections.',
    ])
    const names = Array.from({ length: 1001 }, (_, at) => `l${at}`)
    const texts = Object.fromEntries(names.map((name) => [`courses/first/start/${name}.md`, lesson()]))
    expect(
      await problemsOf({ ...texts, 'courses/first/course.yaml': course('', `[welcome, ${names.join(', ')}]`) }),
    ).toEqual(['courses/first/course.yaml:6: A course has at most 1000 lessons.'])
    const long = lesson('', 'x'.repeat(MAX_BODY_BYTES))
    expect(await problemsOf({ 'courses/first/start/welcome.md': long })).toEqual([
      'courses/first/start/welcome.md:1: The text of a lesson has at most 256 kB.',
    ])
  })

  it('takes line ends of Windows as line ends', async () => {
    const folder = folderOf(new Map())
    folder.texts.set('courses/first/course.yaml', good['courses/first/course.yaml'])
    const dir = mkdtempSync(join(tmpdir(), 'flagyard-content-'))
    write(dir, good['courses/first/course.yaml'].replaceAll('\n', '\r\n'), 'courses/first/course.yaml')
    write(dir, good['courses/first/start/welcome.md'].replaceAll('\n', '\r\n'), 'courses/first/start/welcome.md')
    const { content, problems } = await readContent(await openFolder(dir))
    rmSync(dir, { recursive: true })
    expect(problems).toEqual([])
    expect(content).toEqual((await read({})).content)
  })
})

describe('opening a folder', () => {
  let dir = ''
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'flagyard-content-'))
  })
  afterEach(() => rmSync(dir, { recursive: true }))
  const found = async () =>
    (await readContent(await openFolder(dir))).problems.map(({ file, message }) => `${file}: ${message}`)

  it('heeds the sizes that the settings allow, of each kind of file', async () => {
    for (const name of ['a.webm', 'a.png', 'a.pdf', 'a.vtt']) write(dir, 'x'.repeat(2048), `files/${name}`)
    const limits = { ...defaultFileLimits, film: 2047, picture: 2047, download: 2047 }
    const { problems, files } = await openFolder(dir, limits)
    expect(problems.map(({ file }) => file)).toEqual(['files/a.pdf', 'files/a.png', 'files/a.webm'])
    expect(problems[0]?.message).toContain('has at most 2 kB')
    expect([...files.keys()]).toEqual(['a.vtt'])
  })

  it('leaves alone what stands beside the folders of content', async () => {
    write(dir, 'hello', 'README.md')
    write(dir, 'ref', '.git/HEAD')
    write(dir, 'terraform {}', 'terraform/main.tf')
    expect(await found()).toEqual([])
  })

  it('follows no link, neither to a file nor to a folder', async () => {
    write(dir, good['courses/first/course.yaml'], 'elsewhere/course.yaml')
    mkdirSync(join(dir, 'courses'))
    symlinkSync(join(dir, 'elsewhere'), join(dir, 'courses/first'))
    mkdirSync(join(dir, 'files'))
    symlinkSync('/etc/passwd', join(dir, 'files/film.webm'))
    expect(await found()).toEqual([
      'courses/first: Links are not followed: put the file itself here.',
      'files/film.webm: Links are not followed: put the file itself here.',
    ])
  })

  it('refuses files of other types, too large ones, and what is no UTF-8, with its line', async () => {
    write(dir, '#!/bin/sh', 'labs/one/deploy.sh')
    write(dir, 'MZ', 'files/tool.exe')
    write(dir, 'film', 'files/inner/film.webm')
    write(dir, 'x'.repeat(MAX_TEXT_BYTES + 1), 'bundles/big.yaml')
    write(dir, Buffer.from([0x61, 0x0a, 0xff, 0xfe]), 'forms/latin.yaml')
    const problems = (await readContent(await openFolder(dir))).problems.map(({ file, line }) => `${file}:${line}`)
    expect(problems).toEqual([
      'bundles/big.yaml:1',
      'files/inner/film.webm:1',
      'files/tool.exe:1',
      'forms/latin.yaml:2',
      'labs/one/deploy.sh:1',
    ])
  })
})

function write(dir: string, content: string | Buffer, path: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), content)
}
