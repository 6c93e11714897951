import type { Rows } from '../contract/operation.ts'
import { admin, personal } from '../contract/row.ts'

export const progressAdminOperations = {
  listCoursesForAdmin: admin.published('GET /admin/courses', 'courseRow[]', {
    list: {
      filter: 'courseFilter',
      sorts: ['title', 'slug', 'status', 'price', 'updated_at'],
      defaultSort: ['title', 'ASC'],
    },
    summary: 'Courses: filtered, sorted, paged',
  }),
  listCourseUsers: personal.published('GET /admin/courses/{slug}/users', 'courseUser[]', {
    list: { filter: 'courseUserFilter', sorts: ['since'], defaultSort: ['since', 'DESC'] },
    summary: 'Learners who have or had a course, with source, progress and last activity',
  }),
  listUserProgress: personal('GET /admin/user/{username}/progress', 'userProgress[]', {
    list: { filter: 'idFilter', sorts: ['last_seen_at'], defaultSort: ['last_seen_at', 'DESC'] },
    summary: 'A learner’s progress in every course they started, last viewed first',
  }),
} satisfies Rows
