export { courseContent, courseTesters, hoursOfLessons } from './authoring-queries.ts'
export {
  readBundles,
  readCatalogue,
  readLabsWithLessons,
  readOutlines,
  readPublicCourse,
  readPublicLab,
} from './public-catalogue.ts'
export {
  courseNotFound,
  findCourseFacts,
  findLabWithLessons,
  findLesson,
  findLessonById,
  type LessonRow,
  listLessonsOfLab,
  readInstructors,
} from './queries.ts'
export {
  type ListedLesson,
  type OutlineLesson,
  type OutlineSection,
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
export { isAtLessonPlace, type LabLesson, lessonsOfContent, lessonsOfLab } from './sql.ts'
