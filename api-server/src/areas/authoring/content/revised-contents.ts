import type { RevisedContent } from '../../catalogue/revisions/service.ts'
import { revisedCourse } from './courses/revised-course.ts'
import { revisedExam, revisedLab } from './editor/revised.ts'

/** All kinds of content that change by revisions. */
export const revisedContents: readonly RevisedContent[] = [revisedCourse, revisedLab, revisedExam]
