import { reserved } from '@flagyard/api-types/contract/fields'
import { type Difference, differencesOf } from '../compare.ts'
import { fileOf, paths } from '../files/paths.ts'
import type { ContentFiles } from '../files/read.ts'
import {
  type Content,
  type Exam,
  type Flag,
  type Kind,
  kinds,
  type Lab,
  type LabMinutes,
  labMinutes,
  mapLessons,
  mapPictures,
  type Problem,
  singular,
  withDurations,
} from '../model.ts'

import { mapTexts, picturesIn, renamePictures } from '../pictures.ts'

export interface Change {
  kind: Kind
  slug: string
  action: 'create' | 'update' | 'remove'
  differences: Difference[]
}

export interface Plan {
  changes: Change[]
  /** The resulting catalogue: complete, with secrets and computed numbers. */
  wanted: Content
  minutes: LabMinutes
  refused: Problem[]
  notes: string[]
}

interface PlanInput {
  files: ContentFiles
  /** The current catalogue of the database, with secrets and all numbers. */
  stored: Content
  /** Slugs of archived forms. References to them stay valid. */
  archivedForms: ReadonlySet<string>
  /** Checksum name of a file referenced in the folder; undefined if it is neither there nor in the store. */
  checksumOf(name: string): string | undefined
  prune: boolean
}

/** Compares files with the database. Changes nothing. */
export function planImport(input: PlanInput): Plan {
  const { files, stored, prune } = input
  const minutes = labMinutes([...stored.labs, ...files.content.labs])
  const refused: Problem[] = [...files.problems, ...missingReferences(input), ...missingFiles(input)]
  const notes: string[] = []
  const checksumOf = (name: string) => input.checksumOf(name) ?? name
  const keepSecrets = <T extends Lab | Exam>(kind: 'labs' | 'exams', item: T): T => {
    const before = stored[kind].find(({ slug }) => slug === item.slug)
    const flags = item.flags.map((flag) => withStoredSecret(flag, before?.flags))
    const open = flags.filter(({ type, secret }) => type === 'STATIC' && secret === undefined)
    if (open.length === 0 || item.status !== 'published') return { ...item, flags }
    const names = open.map(({ slug }) => slug).join(', ')
    if (before?.status === 'published') {
      const file = fileOf[kind](item.slug)
      for (const flag of open) {
        const line = files.lineOf(file, ['flags', item.flags.findIndex(({ slug }) => slug === flag.slug)])
        const message = `${item.slug} is published, but its new flag ${flag.slug} has no secret, so no one could solve it.`
        refused.push({ file, line, message })
      }
      return { ...item, flags }
    }
    notes.push(`The ${singular[kind]} ${item.slug} stays a draft, because these flags have no secret: ${names}.`)
    return { ...item, flags, status: 'draft' }
  }
  const named: Content = {
    forms: files.content.forms,
    bundles: files.content.bundles,
    exams: files.content.exams.map((exam) => keepSecrets('exams', exam)),
    labs: files.content.labs.map((lab) => ({
      ...keepSecrets('labs', lab),
      downloads: lab.downloads.map((each) => ({ ...each, file: checksumOf(each.file) })),
    })),
    courses: files.content.courses.map((course) =>
      mapLessons(mapPictures(withDurations(course, minutes), checksumOf), (lesson) => ({
        ...lesson,
        video: lesson.video === null ? null : checksumOf(lesson.video),
        captions: lesson.captions.map((each) => ({ ...each, file: checksumOf(each.file) })),
      })),
    ),
  }
  const wanted = mapTexts(named, (text) => renamePictures(text, checksumOf))
  const changes = kinds.flatMap((kind) => changesOf(kind, wanted[kind], stored[kind], prune))
  for (const { kind, slug, action } of changes)
    if (action === 'create' && kind !== 'forms' && reserved.some((word) => word === slug))
      refused.push({
        file: fileOf[kind](slug),
        line: 1,
        message: `${slug} is reserved for URLs. Choose another slug.`,
      })
  if (!prune) notes.push(...missingFromFiles(wanted, stored))
  return { changes, wanted, minutes, refused, notes }
}

function changesOf(
  kind: Kind,
  wanted: readonly { slug: string; status?: string }[],
  stored: readonly { slug: string; status?: string }[],
  prune: boolean,
): Change[] {
  const before = new Map(stored.map((item) => [item.slug, item]))
  const written = wanted.flatMap((item): Change[] => {
    const known = before.get(item.slug)
    const differences = differencesOf(known, item)
    if (known && differences.length === 0) return []
    return [{ kind, slug: item.slug, action: known ? 'update' : 'create', differences }]
  })
  if (!prune) return written
  const wantedSlugs = new Set(wanted.map(({ slug }) => slug))
  const left = stored.filter(({ slug, status }) => !wantedSlugs.has(slug) && status !== 'archived')
  return [
    ...written,
    ...left.map(
      (item): Change => ({ kind, slug: item.slug, action: 'remove', differences: differencesOf(item, undefined) }),
    ),
  ]
}

/** A flag without a secret in the files keeps its stored one. */
function withStoredSecret(flag: Flag, stored: Flag[] | undefined): Flag {
  if (flag.type !== 'STATIC' || flag.secret !== undefined) return flag
  const secret = stored?.find(({ slug, type }) => slug === flag.slug && type === 'STATIC')?.secret
  return secret === undefined ? flag : { ...flag, secret }
}

/** References to items that are neither in the files nor, unless pruning, in the database. */
function missingReferences({ files, stored, archivedForms, prune }: PlanInput): Problem[] {
  const known = (kind: Kind) =>
    new Set([...files.content[kind], ...(prune ? [] : stored[kind])].map(({ slug }) => slug))
  const [forms, labs, courses] = [known('forms'), known('labs'), known('courses')]
  const found: Problem[] = []
  const refuse = (file: string, path: (string | number)[], what: string, slug: string) =>
    found.push({ file, line: files.lineOf(file, path), message: `There is no ${what} ${slug}.` })
  for (const course of files.content.courses) {
    const form = course.feedback_form
    if (form !== null && !forms.has(form) && (prune || !archivedForms.has(form)))
      refuse(paths.course(course.slug), ['feedback_form'], 'form', form)
    if (course.renews !== null && !courses.has(course.renews))
      refuse(paths.course(course.slug), ['renews'], 'course', course.renews)
    for (const section of course.sections)
      for (const { slug, lab } of section.lessons)
        if (lab !== null && !labs.has(lab)) refuse(paths.lesson(course.slug, section.slug, slug), ['lab'], 'lab', lab)
  }
  for (const { slug, course } of files.content.exams)
    if (course !== null && !courses.has(course)) refuse(paths.exam(slug), ['course'], 'course', course)
  for (const bundle of files.content.bundles)
    bundle.courses.forEach((course, at) => {
      if (!courses.has(course)) refuse(paths.bundle(bundle.slug), ['courses', at], 'course', course)
    })
  return found
}

/** Files referenced by checksum must be in the folder or in the store. */
function missingFiles({ files, checksumOf }: PlanInput): Problem[] {
  const found: Problem[] = []
  const check = (file: string, path: (string | number)[], name: string | null) => {
    if (name !== null && checksumOf(name) === undefined)
      found.push({
        file,
        line: files.lineOf(file, path),
        message: `The file ${name} is neither in the folder nor in the store.`,
      })
  }
  const checkText = (file: string, path: (string | number)[], text: string) => {
    for (const { name } of picturesIn(text)) check(file, path, name)
  }
  for (const { slug, cover, instructors, description } of files.content.courses) {
    check(paths.course(slug), ['cover'], cover)
    for (const [at, { picture }] of instructors.entries())
      check(paths.course(slug), ['instructors', at, 'picture'], picture)
    checkText(paths.course(slug), ['description'], description)
  }
  for (const { slug, description, rules } of files.content.exams) {
    checkText(paths.exam(slug), ['description'], description)
    checkText(paths.exam(slug), ['rules'], rules)
  }
  for (const { slug, description, walkthrough } of files.content.labs) {
    checkText(paths.lab(slug), ['description'], description)
    checkText(paths.walkthrough(slug), [], walkthrough ?? '')
  }
  for (const course of files.content.courses)
    for (const section of course.sections)
      for (const lesson of section.lessons) {
        const file = paths.lesson(course.slug, section.slug, lesson.slug)
        check(file, ['video'], lesson.video)
        checkText(file, [], lesson.body)
        for (const [at, each] of lesson.captions.entries()) check(file, ['captions', at, 'file'], each.file)
      }
  for (const lab of files.content.labs)
    for (const [at, each] of lab.downloads.entries()) check(paths.lab(lab.slug), ['downloads', at, 'file'], each.file)
  return found
}

function missingFromFiles(wanted: Content, stored: Content): string[] {
  const left = kinds.flatMap((kind) => {
    const slugs = new Set(wanted[kind].map(({ slug }) => slug))
    const others: { slug: string; status?: string }[] = stored[kind]
    return others
      .filter(({ slug, status }) => !slugs.has(slug) && status !== 'archived')
      .map(({ slug }) => `${singular[kind]} ${slug}`)
  })
  return left.length === 0 ? [] : [`Not in these files, and left unchanged: ${left.join(', ')}. Prune to remove them.`]
}
