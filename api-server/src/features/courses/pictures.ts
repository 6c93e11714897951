import type { StoredInstructor, StoredPicture } from '../../db/schema/courses.ts'

/** A picture as pages show it. Its key in the store ends in the name by which pictures are called. */
export const presentPicture = (picture: StoredPicture | null | undefined) =>
  picture
    ? { url: `/api/v1/pictures/${picture.file.split('/').at(-1)}`, width: picture.width, height: picture.height }
    : null

/** Who teaches a course, with what else each of them teaches. */
export const presentInstructors = (
  instructors: readonly StoredInstructor[],
  others: readonly { slug: string; title: string; names: string[] }[],
) =>
  instructors.map(({ picture, ...person }) => ({
    ...person,
    picture: presentPicture(picture),
    courses: others.filter(({ names }) => names.includes(person.name)).map(({ slug, title }) => ({ slug, title })),
  }))
