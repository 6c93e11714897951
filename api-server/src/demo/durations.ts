import * as durations from '../areas/authoring/content/durations.ts'
import type { Course, Lesson } from '../areas/authoring/content/model.ts'
import { catalogue } from './catalogue.ts'
import type { Films } from './films.ts'

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
