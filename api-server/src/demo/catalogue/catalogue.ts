import * as durations from '../../areas/authoring/content/index.ts'
import { type Course, type Lesson, lessonsOf, openFolder, readContent } from '../../areas/authoring/content/index.ts'
import { catalogueFolder, type Films } from './films.ts'

/** All products of the demo: courses as listed in the catalogue, labs in the order in which courses use them. */
export const catalogue = await readCatalogue()

async function readCatalogue() {
  const { content, problems } = await readContent(await openFolder(catalogueFolder))
  if (problems.length > 0)
    throw new Error(
      `The demo's catalogue: ${problems.map((each) => `${each.file}:${each.line} ${each.message}`).join(' ')}`,
    )
  const courses = content.courses.toSorted((a, b) => a.position - b.position)
  const places = courses.flatMap(lessonsOf).map(({ lab }) => lab)
  const labs = content.labs.toSorted((a, b) => places.indexOf(a.slug) - places.indexOf(b.slug))
  return { ...content, courses, labs }
}

export const minutes = durations.labMinutes(catalogue.labs)

/** A lesson with a replaced video has the length of the new one. */
const withFilm =
  ({ seconds }: Films) =>
  (lesson: Lesson): Lesson => ({
    ...lesson,
    duration_seconds: seconds.get(lesson.video ?? '') ?? lesson.duration_seconds,
  })

export const lessonSeconds = (films: Films, lesson: Lesson): number =>
  durations.lessonSeconds(withFilm(films)(lesson), minutes)

/** The course with the lengths of these videos. */
export const withFilms = (films: Films, course: Course): Course => durations.mapLessons(course, withFilm(films))

export const studyHours = (films: Films, course: Course): number =>
  durations.studyHours(withFilms(films, course), minutes)
