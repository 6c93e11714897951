import type { SectionsEdit } from '@flagyard/api-types'
import type { Api } from './app.ts'

type EditedLesson = SectionsEdit['sections'][number]['lessons'][number]
type EditedSection = SectionsEdit['sections'][number]

export const editedLesson = (slug: string, changes: Partial<EditedLesson> = {}): EditedLesson => ({
  slug,
  title: `Lesson ${slug}`,
  kind: 'reading',
  required: true,
  free_preview: false,
  lab: null,
  ...changes,
})

export const editedSection = (
  slug: string,
  lessons: EditedLesson[],
  changes: Partial<EditedSection> = {},
): EditedSection => ({ slug, title: `Section ${slug}`, opens_after: null, lessons, ...changes })

/** The structure as an editor would send it back. */
export const sectionsOf = ({ sections }: Awaited<ReturnType<Api['getCourseForAdmin']>>['outline']): EditedSection[] =>
  sections.map(({ lessons, ...section }) => ({
    ...section,
    lessons: lessons.map(({ id, slug, title, kind, required, free_preview, lab }) => ({
      id,
      slug,
      title,
      kind,
      required,
      free_preview,
      lab,
    })),
  }))

/** A free course of readings, written by the calls of its editor: one section of each name, with these lessons. */
export async function writeCourse(
  as: Api,
  slug: string,
  outline: Record<string, string[]> = { start: ['first', 'second'] },
) {
  const courseEdit = { title: `Course ${slug}`, level: 'beginner', price: { amount: 0, currency: 'EUR' } } as const
  const { outline: empty } = await as.saveCourse({ slug, courseEdit })
  const sections = Object.entries(outline).map(([name, lessons]) =>
    editedSection(
      name,
      lessons.map((lesson) => editedLesson(lesson)),
    ),
  )
  const { outline: saved } = await as.saveSections({ slug, sectionsEdit: { version: empty.version, sections } })
  for (const { id } of saved.sections.flatMap(({ lessons }) => lessons)) await saveText(as, slug, id, 'A text.')
  return as.getCourseForAdmin({ slug })
}

export async function publishedCourse(as: Api, slug: string, outline?: Record<string, string[]>) {
  await writeCourse(as, slug, outline)
  return publishNow(as, slug)
}

export async function publishNow(as: Api, slug: string) {
  const { content_version: version } = await as.getCourseForAdmin({ slug })
  return as.publishCourse({ slug, publication: { version } })
}

export async function saveText(as: Api, slug: string, id: string, body: string) {
  const { version } = await as.getLesson({ slug, id })
  return as.saveLesson({ slug, id, lessonEdit: { version, body } })
}
