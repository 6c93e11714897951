import { pictureUrl } from '../uploads/service.ts'
import type { Content } from './model.ts'
import { FILES } from './paths.ts'

/**
 * Pictures in Markdown. A file names them by where they lie (`![A map](../../../files/map.png)`), so that an editor shows them; the database by
 * where the site shows them from. In between, in a `Content`, they are `files/<name>`.
 */
const name = '[A-Za-z0-9][\\w.-]{0,115}\\.(?:png|jpg|webp)'
const inText = new RegExp(`(\\]\\()(?:\\.\\./){0,8}${FILES}/(${name})(?=[\\s)])`, 'g')
const onSite = /(\]\()\/api\/v1\/pictures\/([0-9a-f]{64}\.[a-z]{3,4})(?:#\d+x\d+)?(?=[\s)])/g

/** The names of the pictures in a text, and where each stands in it. */
export const picturesIn = (text: string): { name: string; at: number }[] =>
  [...text.matchAll(inText)].map(({ 2: name = '', index }) => ({ name, at: index }))

/** Other names for the pictures of a text. */
export const renamePictures = (text: string, rename: (name: string) => string): string =>
  text.replace(inText, (_, before: string, name: string) => `${before}${FILES}/${rename(name)}`)

/** A text of a file that lies so many folders deep. */
export const writePictures = (text: string, depth: number): string =>
  text.replace(inText, (_, before: string, name: string) => `${before}${'../'.repeat(depth)}${FILES}/${name}`)

export type SizeOf = (name: string) => { width: number | null; height: number | null }

/** The text as the database has it. Pictures are named by their checksums. */
export const toSite = (text: string, sizeOf: SizeOf): string =>
  text.replace(inText, (_, before: string, name: string) => before + pictureUrl(name, sizeOf(name)))

/** The reverse. `nameOf` gives a name for the checksum. */
export const fromSite = (text: string, nameOf: (checksum: string) => string): string =>
  text.replace(onSite, (_, before: string, checksum: string) => `${before}${FILES}/${nameOf(checksum)}`)

/** The checksum names of the pictures in a text of the database. */
export const picturesOnSite = (text: string): string[] => [...text.matchAll(onSite)].map(({ 2: name = '' }) => name)

/** Every Markdown text of a catalogue in which pictures are shown. */
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
