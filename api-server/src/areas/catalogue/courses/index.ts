export {
  archiveBundles,
  archiveCourses,
  archiveLessons,
  archiveSections,
  deleteBundles,
  deleteCourses,
  deleteLessons,
  deleteSections,
  findMixedBundle,
  moveLabDurations,
  saveBundles,
  saveCourses,
  saveLessons,
  saveSections,
  unlinkSections,
} from './content-queries.ts'
export {
  deleteBetaTesters,
  followLabDurations,
  hoursOfLessons,
  insertBetaTesters,
  insertCourse,
  lockCourseForTesters,
  markChangedLessons,
  updateCourse,
  updateLessonTexts,
} from './editor-queries.ts'
export {
  readBundles,
  readCatalogue,
  readLabsWithLessons,
  readOutlines,
  readPublicCourse,
  readPublicLab,
} from './public-catalogue.ts'
export {
  type CourseRow,
  courseNotFound,
  findCourseBySlug,
  findCourseId,
  findLabWithLessons,
  findLesson,
  findLessonById,
  type LessonRow,
  listCoursesTaughtBy,
  listLessonsOfLab,
} from './queries.ts'
export {
  type ListedLesson,
  type OutlineLesson,
  type OutlineSection,
  presentInstructors,
  presentPicture,
  readingSeconds,
} from './rules.ts'
export {
  findFreeLesson,
  findVisible,
  isFreeLesson,
  isFreeToRehearse,
  isVisible,
  readCourseDetails,
} from './service.ts'
export { isAtLessonPlace, type LabLesson, lessonsHeld, lessonsOfLab } from './sql.ts'
