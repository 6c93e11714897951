import { pictureUrl } from '../uploads/index.ts'
import { FILES } from './files/paths.ts'
import type { Content } from './model.ts'

/**
 * Picture links in Markdown. Files use relative paths (`![A map](../../../files/map.png)`), so that editors show them; the database uses the URL on
 * the site. A `Content` uses `files/<name>`.
 */
const name = '[A-Za-z0-9][\\w.-]{0,115}\\.(?:png|jpg|webp)'
const inText = new RegExp(`(\\]\\()(?:\\.\\./){0,8}${FILES}/(${name})(?=[\\s)])`, 'g')
const onSite = /(\]\()\/api\/v1\/pictures\/([0-9a-f]{64}\.[a-z]{3,4})(?:#\d+x\d+)?(?=[\s)])/g

/** Names of the pictures in a text, with their offsets. */
export const picturesIn = (text: string): { name: string; at: number }[] =>
  [...text.matchAll(inText)].map(({ 2: name = '', index }) => ({ name, at: index }))

export const renamePictures = (text: string, rename: (name: string) => string): string =>
  text.replace(inText, (_, before: string, name: string) => `${before}${FILES}/${rename(name)}`)

/** The text for a file at this folder depth. */
export const writePictures = (text: string, depth: number): string =>
  text.replace(inText, (_, before: string, name: string) => `${before}${'../'.repeat(depth)}${FILES}/${name}`)

export type SizeOf = (name: string) => { width: number | null; height: number | null }

/** The text in its database form. Pictures are named by checksum. */
export const toSite = (text: string, sizeOf: SizeOf): string =>
  text.replace(inText, (_, before: string, name: string) => before + pictureUrl(name, sizeOf(name)))

/** The reverse of `toSite`. `nameOf` returns a name for a checksum. */
export const fromSite = (text: string, nameOf: (checksum: string) => string): string =>
  text.replace(onSite, (_, before: string, checksum: string) => `${before}${FILES}/${nameOf(checksum)}`)

/** Checksum names of the pictures in a text in database form. */
export const picturesOnSite = (text: string): string[] => [...text.matchAll(onSite)].map(({ 2: name = '' }) => name)

/** Applies `change` to every Markdown text of a catalogue that may contain pictures. */
export const mapTexts = (content: Content, change: (text: string) => string): Content => ({
  ...content,
  courses: content.courses.map((course) => ({
    ...course,
    description: change(course.description),
    sections: course.sections.map((section) => ({
      ...section,
      lessons: section.lessons.map((lesson) => ({ ...lesson, body: change(lesson.body) })),
    })),
  })),
  labs: content.labs.map((lab) => ({
    ...lab,
    description: change(lab.description),
    walkthrough: lab.walkthrough === null ? null : change(lab.walkthrough),
  })),
  exams: content.exams.map((exam) => ({
    ...exam,
    description: change(exam.description),
    rules: change(exam.rules),
  })),
})
