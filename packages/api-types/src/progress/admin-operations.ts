import { readsPersonalData } from '../contract/capabilities.ts'
import type { Rows } from '../contract/operation.ts'

export const progressAdminOperations = {
  listCoursesForAdmin: {
    method: 'GET',
    path: '/admin/courses',
    auth: 'admin',
    query: 'listFields',
    list: {
      filter: 'courseFilter',
      sorts: ['title', 'slug', 'status', 'price', 'updated_at'],
      defaultSort: ['title', 'ASC'],
    },
    returns: 'courseRow[]',
    summary: 'Courses: filtered, sorted, paged',
  },
  listCourseUsers: {
    method: 'GET',
    path: '/admin/courses/{slug}/users',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'courseUserFilter', sorts: ['since'], defaultSort: ['since', 'DESC'] },
    returns: 'courseUser[]',
    summary: 'Who has or had a course: how they came in, their progress, when they were last seen',
  },
  listUserProgress: {
    method: 'GET',
    path: '/admin/user/{username}/progress',
    auth: 'admin',
    capabilities: readsPersonalData,
    query: 'listFields',
    list: { filter: 'idFilter', sorts: ['last_seen_at'], defaultSort: ['last_seen_at', 'DESC'] },
    returns: 'userProgress[]',
    extension: true,
    summary: 'A learner’s progress in every started course, last viewed first',
  },
} as const satisfies Rows
