import type { StoredInstructor, StoredPicture } from '../../../db/schema/courses.ts'

/** A picture as shown on pages. The last part of its store key is its public name. */
export const presentPicture = (picture: StoredPicture | null | undefined) =>
  picture
    ? { url: `/api/v1/pictures/${picture.file.split('/').at(-1)}`, width: picture.width, height: picture.height }
    : null

/** Instructors of a course, each with their other courses. */
export const presentInstructors = (
  instructors: readonly StoredInstructor[],
  others: readonly { slug: string; title: string; names: string[] }[],
) =>
  instructors.map(({ picture, ...person }) => ({
    ...person,
    picture: presentPicture(picture),
    courses: others.filter(({ names }) => names.includes(person.name)).map(({ slug, title }) => ({ slug, title })),
  }))
