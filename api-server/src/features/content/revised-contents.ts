import type { RevisedContent } from '../revisions/service.ts'
import { revisedCourse } from './courses/revised-course.ts'

/** What changes by revisions, for whoever publishes at a planned hour. */
export const revisedContents: readonly RevisedContent[] = [revisedCourse]
