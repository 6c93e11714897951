import { setImmediate as otherWork } from 'node:timers/promises'
import { canaryScript } from '@flagyard/api-types/canaries/script'
import { bundleFile, courseFile, examFile, formFile, labFile, lessonFile } from '@flagyard/api-types/content/files'
import { MAX_BODY_BYTES, MAX_LESSONS } from '@flagyard/api-types/contract/content-fields'
import { slug as slugSchema } from '@flagyard/api-types/contract/fields'
import type { z } from 'zod'
import { isChecksumName } from '../../uploads/index.ts'
import {
  type Content,
  type Course,
  type Exam,
  emptyContent,
  type Form,
  type Lab,
  type Problem,
  type Section,
  singular,
} from '../model.ts'
import { picturesIn, renamePictures } from '../pictures.ts'
import type { ContentFolder } from './folder.ts'
import { paths } from './paths.ts'
import { type KeyPath, type ParsedYaml, parseText, readYaml, type YamlText } from './yaml.ts'

export interface ContentFiles {
  content: Content
  problems: Problem[]
  lineOf(file: string, path: KeyPath): number
}

/** Parses the files of a catalogue. Reports all problems together; invalid items are left out. */
export async function readContent(folder: ContentFolder): Promise<ContentFiles> {
  const content = emptyContent()
  const reading = new Reading(folder, await parseTexts(folder))
  const slugs = (pattern: RegExp) =>
    [...folder.texts.keys()].flatMap((path) => pattern.exec(path)?.[1] ?? []).filter((slug) => reading.isSlug(slug))
  for (const slug of slugs(/^forms\/(.+)\.yaml$/)) reading.add(content.forms, readForm(reading, slug))
  for (const slug of slugs(/^labs\/([^/]+)\/lab\.yaml$/)) reading.add(content.labs, readLab(reading, slug))
  for (const slug of slugs(/^courses\/([^/]+)\/course\.yaml$/)) reading.add(content.courses, readCourse(reading, slug))
  for (const slug of slugs(/^bundles\/(.+)\.yaml$/)) {
    const value = reading.read(bundleFile, paths.bundle(slug))
    if (value)
      reading.findTwice(
        paths.bundle(slug),
        value.courses.map((course, at) => [course, ['courses', at]]),
      )
    reading.add(content.bundles, value && { slug, ...value })
  }
  for (const slug of slugs(/^exams\/([^/]+)\/exam\.yaml$/)) {
    const value = reading.read(examFile, paths.exam(slug))
    const canary = readCanary(reading, 'exams', slug, value)
    if (value)
      reading.findTwice(
        paths.exam(slug),
        value.flags.map((flag, at) => [flag.slug, ['flags', at, 'slug']]),
      )
    const file = paths.exam(slug)
    reading.add(
      content.exams,
      value && {
        slug,
        ...value,
        description: reading.findPictures(file, value.description, reading.lineOf(file, ['description'])),
        rules: reading.findPictures(file, value.rules, reading.lineOf(file, ['rules'])),
        canary,
      },
    )
  }
  reading.findUnread()
  return { content, problems: inOrder(reading.problems), lineOf: (file, path) => reading.lineOf(file, path) }
}

/** Parses every text, yielding to other work after each. */
async function parseTexts({ texts }: ContentFolder): Promise<Map<string, ParsedYaml>> {
  const parsed = new Map<string, ParsedYaml>()
  for (const [file, text] of texts) {
    const head = file.endsWith('.yaml') ? { text } : { text: partsOf(text)?.head, firstLine: 2 }
    if (head.text === undefined) continue
    parsed.set(file, parseText({ file, ...head, text: head.text }))
    await otherWork()
  }
  return parsed
}

/** Front matter and body of a Markdown file. */
function partsOf(text: string): { head: string; body: string } | undefined {
  const [, head, body = ''] = /^---\n([\s\S]*?\n|)---(?:\n|$)([\s\S]*)$/.exec(text) ?? []
  return head === undefined ? undefined : { head, body }
}

/** State of reading one folder: texts read, positions of their values, and problems. */
class Reading {
  readonly problems: Problem[]
  readonly folder: ContentFolder
  readonly #read = new Map<string, YamlText>()
  readonly #known = new Set<string>()
  readonly #parsed: Map<string, ParsedYaml>

  constructor(folder: ContentFolder, parsed: Map<string, ParsedYaml>) {
    this.folder = folder
    this.#parsed = parsed
    this.problems = [...folder.problems]
  }

  refuse(file: string, line: number, message: string): void {
    this.problems.push({ file, line, message })
  }

  refuseAt(file: string, path: KeyPath, message: string): void {
    this.refuse(file, this.lineOf(file, path), message)
  }

  lineOf(file: string, path: KeyPath): number {
    return this.#read.get(file)?.lineOf(path) ?? 1
  }

  text(path: string): string | undefined {
    this.#known.add(path)
    return this.folder.texts.get(path)
  }

  /** Value of a YAML file, or of the front matter of a Markdown file. */
  read<Schema extends z.ZodType>(schema: Schema, file: string): z.output<Schema> | undefined {
    this.#known.add(file)
    const read = readYaml(schema, file, this.#parsed.get(file) ?? parseText({ file, text: '' }))
    this.#read.set(file, read)
    this.problems.push(...read.problems)
    return read.value
  }

  add<T>(list: T[], value: T | undefined): void {
    if (value !== undefined) list.push(value)
  }

  isSlug(slug: string): boolean {
    return slugSchema.safeParse(slug).success
  }

  /** Slugs must be unique. */
  findTwice(file: string, named: [slug: string, path: KeyPath][]): void {
    const seen = new Set<string>()
    for (const [slug, path] of named) {
      if (seen.has(slug)) this.refuseAt(file, path, `${slug} stands here twice.`)
      seen.add(slug)
    }
  }

  /** A referenced file must be in the folder, unless it is referenced by checksum and may therefore be in the store. */
  findFile(file: string, path: KeyPath, name: string | null): void {
    if (name !== null && !this.#hasFile(name)) this.refuseAt(file, path, `There is no file files/${name}.`)
  }

  #hasFile(name: string): boolean {
    return this.folder.files.has(name) || this.folder.sums.has(name) || isChecksumName(name)
  }

  /** Normalises the picture links of a Markdown text and checks that the files exist. `firstLine` is its first line in the file. */
  findPictures(file: string, text: string, firstLine: number): string {
    for (const { name, at } of picturesIn(text))
      if (!this.#hasFile(name))
        this.refuse(file, firstLine + text.slice(0, at).split('\n').length - 1, `There is no file files/${name}.`)
    return renamePictures(text, (name) => name)
  }

  /** Markdown may contain tabs and line breaks, but no other control characters. */
  findControls(file: string, text: string, from = 0): void {
    const found = /[^\P{Cc}\t\n]/u.exec(text.slice(from))
    if (!found) return
    this.refuse(file, text.slice(0, from + found.index).split('\n').length, 'Leave out control characters.')
  }

  /** Reports texts that are not referenced, which would otherwise be ignored silently. */
  findUnread(): void {
    for (const path of this.folder.texts.keys()) {
      if (this.#known.has(path)) continue
      const reason = path.endsWith('.md')
        ? 'No section lists this lesson, or its course or lab has no file of its own.'
        : path.endsWith('/canary.yaml')
          ? 'The lab or exam of this script has no file of its own.'
          : 'The name of a folder or file is the slug: use a–z, 0–9 and dashes, up to 64 characters.'
      this.refuse(path, 1, reason)
    }
  }
}

function readForm(reading: Reading, slug: string): Form | undefined {
  const file = paths.form(slug)
  const value = reading.read(formFile, file)
  if (!value) return undefined
  reading.findTwice(
    file,
    value.questions.map((question, at) => [question.slug, ['questions', at, 'slug']]),
  )
  value.questions.forEach(({ kind, choices }, at) => {
    const chooses = kind === 'single' || kind === 'multiple'
    if (chooses !== choices.length > 0)
      reading.refuseAt(
        file,
        ['questions', at],
        chooses
          ? 'This kind of question needs choices.'
          : 'Only questions of the kinds single and multiple have choices.',
      )
  })
  return { slug, ...value }
}

function readLab(reading: Reading, slug: string): Lab | undefined {
  const file = paths.lab(slug)
  const written = reading.text(paths.walkthrough(slug)) ?? null
  const walkthrough = written && reading.findPictures(paths.walkthrough(slug), written, 1)
  reading.findControls(paths.walkthrough(slug), walkthrough ?? '')
  const value = reading.read(labFile, file)
  const canary = readCanary(reading, 'labs', slug, value)
  if (!value) return undefined
  reading.findTwice(
    file,
    value.flags.map((flag, at) => [flag.slug, ['flags', at, 'slug']]),
  )
  reading.findTwice(
    file,
    value.extra_fields.map(({ name }, at) => [name, ['extra_fields', at, 'name']]),
  )
  value.downloads.forEach((download, at) => {
    reading.findFile(file, ['downloads', at, 'file'], download.file)
  })
  const description = reading.findPictures(file, value.description, reading.lineOf(file, ['description']))
  return { slug, ...value, description, walkthrough, canary }
}

/** Canary script of a lab or exam; null without one. If the lab or exam is invalid, the flags of the script are not checked. */
function readCanary(
  reading: Reading,
  kind: 'labs' | 'exams',
  slug: string,
  solved: Pick<Lab | Exam, 'flags'> | undefined,
): Lab['canary'] {
  const file = paths.canary(kind, slug)
  if (reading.text(file) === undefined) return null
  const script = reading.read(canaryScript, file)
  if (!script) return null
  reading.findTwice(
    file,
    script.answers.map(({ flag }, at) => [flag, ['answers', at, 'flag']]),
  )
  script.answers.forEach(({ flag }, at) => {
    if (solved && !solved.flags.some((one) => one.slug === flag))
      reading.refuseAt(file, ['answers', at, 'flag'], `The ${singular[kind]} has no flag ${flag}.`)
  })
  return script
}

function readCourse(reading: Reading, slug: string): Course | undefined {
  const file = paths.course(slug)
  const value = reading.read(courseFile, file)
  if (!value) {
    // Reads its lessons anyway, so that all problems are reported together.
    for (const path of reading.folder.texts.keys()) {
      const [, section = '', lesson = ''] = new RegExp(`^courses/${slug}/([^/]+)/([^/]+)\\.md$`).exec(path) ?? []
      if (lesson) readLesson(reading, paths.lesson(slug, section, lesson))
    }
    return undefined
  }
  reading.findTwice(
    file,
    value.sections.map((section, at) => [section.slug, ['sections', at, 'slug']]),
  )
  const total = value.sections.reduce((sum, { lessons }) => sum + lessons.length, 0)
  if (total > MAX_LESSONS) reading.refuseAt(file, ['sections'], `A course has at most ${MAX_LESSONS} lessons.`)
  const sections = value.sections.map((section, at): Section => {
    reading.findTwice(
      file,
      section.lessons.map((lesson, place) => [lesson, ['sections', at, 'lessons', place]]),
    )
    const opensAfter = value.sections.findIndex((other) => other.slug === section.opens_after)
    if (section.opens_after !== null && (opensAfter === -1 || opensAfter === at))
      reading.refuseAt(file, ['sections', at, 'opens_after'], `There is no other section ${section.opens_after}.`)
    const lessons = section.lessons.flatMap((lesson, place) => {
      const path = paths.lesson(slug, section.slug, lesson)
      if (!reading.folder.texts.has(path)) {
        reading.refuseAt(file, ['sections', at, 'lessons', place], `There is no file ${path}.`)
        return []
      }
      const read = readLesson(reading, path)
      return read ? [{ slug: lesson, ...read }] : []
    })
    return { ...section, lessons }
  })
  reading.findFile(file, ['cover'], value.cover)
  for (const [at, { picture }] of value.instructors.entries())
    reading.findFile(file, ['instructors', at, 'picture'], picture)
  const description = reading.findPictures(file, value.description, reading.lineOf(file, ['description']))
  return { slug, ...value, description, sections }
}

function readLesson(reading: Reading, file: string): Omit<Section['lessons'][number], 'slug'> | undefined {
  const text = reading.text(file) ?? ''
  const parts = partsOf(text)
  if (!parts) {
    reading.refuse(file, 1, 'A lesson begins with a line ---, its title and kind, and a line ---.')
    return undefined
  }
  const { body } = parts
  const value = reading.read(lessonFile, file)
  reading.findControls(file, text, text.length - body.length)
  if (Buffer.byteLength(body) > MAX_BODY_BYTES)
    reading.refuse(file, 1, `The text of a lesson has at most ${MAX_BODY_BYTES / 1024} kB.`)
  if (!value) return undefined
  reading.findFile(file, ['video'], value.video)
  value.captions.forEach((each, at) => {
    reading.findFile(file, ['captions', at, 'file'], each.file)
  })
  reading.findTwice(
    file,
    value.captions.map(({ lang }, at) => [lang, ['captions', at, 'lang']]),
  )
  if ((value.kind === 'lab') !== (value.lab !== null))
    reading.refuseAt(
      file,
      value.kind === 'lab' ? ['kind'] : ['lab'],
      value.kind === 'lab' ? 'A lesson of the kind lab names its lab.' : 'Only a lesson of the kind lab names a lab.',
    )
  // The blank line after the front matter is not part of the text.
  const own = body.startsWith('\n') ? body.slice(1) : body
  const firstLine = text.slice(0, text.length - own.length).split('\n').length
  return { ...value, body: reading.findPictures(file, own, firstLine) }
}

const inOrder = (problems: Problem[]) =>
  problems.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
